import Settings
package import TextFormats
package import Values

/// What the command line of `init` says; what it leaves out is asked.
package struct SetupAnswers: Sendable {
    /// The family server's address.
    package var server: String?
    /// Who signs in.
    package var email: String?
    /// What to call the account; else what stands before the '@'.
    package var name: String?
    /// Never a part of the command line itself.
    package var password: Secret?
    /// `nil`: asked for. Empty, or with `none` alone: nowhere.
    package var targets: [SetupTargetChoice]?
    /// Whether the targets may be in a private network.
    package var allowsPrivateAddresses = false
    /// Whether a sample goes to each target.
    package var isTested = true
    /// Whether to start the service; `nil`: asked for.
    package var isStarted: Bool?
    /// Whether it is the machine's service that is set up.
    var isService = false

    /// Nothing yet.
    package init() {}

    /// The options that have to be given where there is nobody to ask.
    var missing: [String] {
        var missing: [String] = []
        if server == nil { missing.append("--server URL") }
        if email == nil { missing.append("--email ADDRESS") }
        if password == nil { missing.append("--password-file FILE") }
        if targets == nil { missing.append("--target KIND=WHERE (or --target none)") }
        return missing
    }
}

extension TextFormat where Value == String {
    /// What the configuration takes for the name of an account: a wrong one is told before anybody is asked anything.
    package static var accountName: TextFormat { .sectionName }
}
