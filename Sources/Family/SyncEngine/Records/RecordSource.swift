package import AllowanceAPI
package import Store

/// Where records come from: a server's lists, read by one account.
package protocol RecordSource: Sendable {
    /// Who is signed in, if that is known without asking the server.
    func signedInUser() async -> FactUser?

    /// A list of records; `nil` where the server has none of this kind.
    ///
    /// - Parameter owner: the child or the chore whose list it is; empty for the login's own.
    func listedRecords(_ kind: RecordRow.Kind, of owner: String) async throws(FactError) -> Reply<RecordAnswer>?
}

extension AllowanceSession: RecordSource {
    /// `GET` of the list, on the route that the server knows.
    package func listedRecords(
        _ kind: RecordRow.Kind, of owner: String
    ) async throws(FactError) -> Reply<RecordAnswer>? {
        do throws(AllowanceError) {
            return try await kind.declaration.list.read(by: self, of: owner.isEmpty ? nil : owner)
        } catch {
            throw FactError(error, error.nextStep(signingInBy: signInWay))
        }
    }
}
