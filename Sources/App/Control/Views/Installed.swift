package import Store
package import Values

/// What is configured or signed in, besides what the store holds of it; the same with and without a running program.
package struct Installed: Sendable {
    /// An account that is watched, or would be.
    package struct Account: Sendable, Equatable {
        /// As configured, or as it was named at sign-in.
        package let name: String
        /// The family server's origin, without path; empty where only a file knew that cannot be read.
        package let server: String
        /// Who signs in; `nil` where only the session knew.
        package let email: String?
        /// Whether there is a session, or a password with which one can be had.
        package let canSignIn: Bool
        /// What is wrong with the file of its session; `nil` for nothing.
        package let fault: String?

        /// A copy of one moment.
        package init(name: String, server: String, email: String?, canSignIn: Bool, fault: String? = nil) {
            self.fault = fault
            self.name = name
            self.server = server
            self.email = email
            self.canSignIn = canSignIn
        }
    }

    /// A place where alerts go. Never with its address, which may be a secret.
    package struct Target: Sendable, Equatable {
        /// As configured.
        package let name: String
        /// The configuration's word, such as `desktop`.
        package let kind: String
        /// What it proves that it takes an alert.
        package let taken: Proof
        /// The most that it can ever prove.
        package let utmost: Proof
        /// Whether desktops with a token fetch what goes there: the one kind that Control knows more of than its word.
        package var isForDesktops: Bool { kind == "desktops" }
        /// Whether one of its people is a child.
        package let isReadByChildren: Bool

        /// A copy of one moment.
        package init(
            name: String, kind: String, taken: Proof = .accepted, utmost: Proof = .accepted,
            isReadByChildren: Bool = false
        ) {
            self.isReadByChildren = isReadByChildren
            self.name = name
            self.kind = kind
            self.taken = taken
            self.utmost = utmost
        }
    }

    /// Somebody who is left in peace just now.
    package struct QuietPerson: Sendable, Equatable {
        package let name: String
        package let until: Timestamp

        package init(name: String, until: Timestamp) { (self.name, self.until) = (name, until) }
    }

    /// Somebody who is told through targets of their own.
    package struct Person: Sendable, Equatable {
        package let name: String
        /// Names of targets, at least one.
        package let targets: [String]

        package init(name: String, targets: [String]) { (self.name, self.targets) = (name, targets) }
    }

    /// In the configuration's order.
    package var accounts: [Account]
    /// In the configuration's order.
    package var targets: [Target]
    /// What the servers' bare numbers mean.
    package var currency: Currency
    /// The zone in which people are told times; `nil` for that of whoever reads.
    package var timeZone: String?
    /// In the configuration's order.
    package var people: [Person] = []
    /// Who has quiet hours, as of the asking.
    package var quiet: [QuietPerson] = []
    /// What the configuration's file says.
    package var file = FileFacts()
    /// Whether the configuration's file says who is watched: then nobody else is, whoever signs in.
    package var listsAccounts = false
    /// Whose look counts for whom, as the engine decides it.
    package var counting = Sightings.everybody

    /// Nothing, if not said otherwise.
    package init(
        accounts: [Account] = [], targets: [Target] = [], currency: Currency = .dollar, timeZone: String? = nil
    ) {
        self.accounts = accounts
        self.targets = targets
        self.currency = currency
        self.timeZone = timeZone
    }

    /// The look that counts for a target, its own before others; `nil`: nobody has seen it whose look would.
    ///
    /// - Parameter told: who was told first, by the rule in question.
    func look(_ sightings: [SeenRow], for target: String, told: [String]) -> SeenRow? {
        sightings.first { $0.by == target } ?? sightings.first(countingFor: target, told: told, by: counting)
    }

    /// What it proves that a target takes an alert; of one that is not configured no more than that it did.
    func taken(by target: String) -> Proof { targets.first { $0.name == target }?.taken ?? .accepted }
}
