package import Values

/// Signing in and out.
package struct ControlAccounts: Sendable {
    let signIn: @Sendable (Secret) async -> ControlAnswer
    let signOut: @Sendable (String) async -> ControlAnswer

    /// - Parameters:
    ///   - signIn: gets the order as JSON, perhaps with a password.
    ///   - signOut: gets the account's name.
    package init(
        signIn: @escaping @Sendable (Secret) async -> ControlAnswer,
        signOut: @escaping @Sendable (String) async -> ControlAnswer
    ) {
        self.signIn = signIn
        self.signOut = signOut
    }
}
