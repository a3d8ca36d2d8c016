import Values

/// Keeps one account's sign-in between two runs of the program.
///
/// Others may write to it at any time: a person signs in or out, another program renews. What it holds counts, also for a
/// session that has a good token in its hands. An implementation that writes files lets only the owner read them. Text for
/// it is `SignedIn.stored`.
package protocol TokenStore: Sendable {
    /// Called before each request: an unchanged answer has to be cheap.
    ///
    /// - Returns: `nil` if nobody has signed in.
    func load() async throws(AllowanceError) -> SignedIn?

    /// Keeps what a person did, whatever was there before.
    func save(_ signedIn: SignedIn) async throws(AllowanceError)

    /// Keeps a renewed sign-in, unless somebody else has written meanwhile.
    ///
    /// - Parameter former: what ``load()`` gave last.
    /// - Returns: `false` if it now holds something else, which stays.
    func save(_ signedIn: SignedIn, insteadOf former: SignedIn?) async throws(AllowanceError) -> Bool

    /// Why ``load()`` gives nothing, in some words for people; may be empty.
    var absence: String { get async }
}

extension TokenStore {
    /// Nothing to say: for stores that can only be empty because nobody has signed in.
    package var absence: String { get async { "" } }
}

extension SignedIn {
    /// Whether both are nothing or hold the same token.
    package static func isSame(_ one: SignedIn?, _ other: SignedIn?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.token.withText { mine in other.token.withText { $0 == mine } }
    }

    /// Whether both are the same person, as far as the server has said who they are.
    func isSamePerson(as other: SignedIn) -> Bool {
        if let user, let its = other.user { return user == its }
        return email.lowercased() == other.email.lowercased()
    }
}
