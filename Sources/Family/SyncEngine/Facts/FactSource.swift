package import Store

/// Where facts come from: a server's lists, read by one account.
package protocol FactSource: Sendable {
    /// Who is signed in, if that is known without asking the server.
    func signedInUser() async -> FactUser?

    /// Every child that the account sees, with its balance.
    func listedChildren() async throws(FactError) -> FactReply<[ListedChild]>

    /// The child's newest transactions, newest first; fewer than the limit means that there are no others.
    func listedTransactions(of child: ChildRow.ID, limit: Int) async throws(FactError) -> FactReply<[ListedTransaction]>
}

/// Who a login belongs to.
package struct FactUser: Sendable, Equatable {
    package let id: String
    package let role: String

    package init(id: String, role: String) {
        self.id = id
        self.role = role
    }
}
