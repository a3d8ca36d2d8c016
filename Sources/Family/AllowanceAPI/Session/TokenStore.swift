/// Keeps one account's sign-in between two runs of the program.
///
/// An implementation that writes files lets only the owner read them. Text for it is `SignedIn.stored`.
package protocol TokenStore: Sendable {
    /// - Returns: `nil` if nobody has signed in, or if what is there is damaged.
    func load() async throws(AllowanceError) -> SignedIn?
    func save(_ signedIn: SignedIn) async throws(AllowanceError)
    func clear() async throws(AllowanceError)
}
