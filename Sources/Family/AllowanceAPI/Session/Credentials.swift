package import Values

/// What a person signs in with.
package struct Credentials: Sendable {
    /// Sent as it was typed.
    package let email: String
    /// Lent to the sign-in's body alone.
    package let password: Secret

    /// Unchecked: the server says whether they are right.
    package init(email: String, password: Secret) {
        self.email = email
        self.password = password
    }

    /// Whether both are the same text.
    func isSame(as other: Credentials) -> Bool {
        email == other.email && password.withText { mine in other.password.withText { $0 == mine } }
    }
}

/// Where a session gets its credentials when a token is of no more use. It is asked each time, since a file's content may
/// have changed.
package protocol CredentialSource: Sendable {
    /// - Returns: `nil` if nobody has written a password down: a person must sign in.
    func credentials() async throws(AllowanceError) -> Credentials?
}
