package import AllowanceAPI
package import Store

/// Where facts come from: a server's lists, read by one account.
package protocol FactSource: Sendable {
    /// Who is signed in, if that is known without asking the server.
    func signedInUser() async -> FactUser?

    /// Every child that the account sees, with its balance.
    func listedChildren() async throws(FactError) -> Reply<[Child]>

    /// The child's newest transactions, newest first; fewer than the limit means that there are no others.
    func listedTransactions(of child: ChildRow.ID, limit: Int) async throws(FactError) -> Reply<[Transaction]>
}

/// Who a login belongs to.
package struct FactUser: Sendable, Equatable {
    /// The server's id of the login, not of a child. Another one means another person: everything is read anew.
    package let id: String
    /// In the server's word, such as `Parent`; empty where it is unknown.
    package let role: String

    /// - Parameter role: kept for people to see; nothing is decided by it.
    package init(id: String, role: String) {
        self.id = id
        self.role = role
    }
}
