package import JSON
package import Values

/// One thing that is wrong with the installation: what `status` and `doctor` name, alerts about PocketBell itself tell, and a
/// health endpoint answers from.
package struct Problem: Sendable, Equatable {
    /// What sort of trouble it is. The words are promised: alerts' keys and settings may name them, `--json` has them
    /// in camelCase.
    package enum Kind: String, Sendable, CaseIterable {
        /// No program runs, so nothing is watched.
        case notRunning = "not-running"
        /// Nobody has signed in yet, so there is no account to watch.
        case noAccount = "no-account"
        /// An account's session is over.
        case signInNeeded = "sign-in-needed"
        /// An account's facts cannot be read.
        case cannotScan = "cannot-scan"
        /// Nothing fails, and yet an account's last scan is older than three of its intervals and a minute.
        case scanOverdue = "scan-overdue"
        /// The connection to an account's hub has been down for more than ``HealthFacts/grace``: news comes with scans only.
        case hubLost = "hub-lost"
        /// The server has no hub where the configuration says that it is: news comes with scans only.
        case hubMissing = "hub-missing"
        /// An account's server knows less than it did: perhaps it was restored from a backup.
        case historyShorter = "history-shorter"
        /// An account's hub is connected, and tells nothing of what happens.
        case hubDeaf = "hub-deaf"
        /// An account's server contradicts itself about a child's money.
        case balanceUnexplained = "balance-unexplained"
        /// The configuration names no target, so nobody is told.
        case noTarget = "no-target"
        /// A target refuses what it is sent, and probably will until somebody changes something.
        case targetSuspended = "target-suspended"
        /// A target has not taken the last drill within an hour.
        case targetSilent = "target-silent"
        /// The last attempt to deliver to a target failed; it is tried again.
        case targetFailing = "target-failing"
        /// No desktop has a token by which it could come for what goes to its target.
        case desktopWithoutToken = "desktop-without-token"
        /// Deliveries to a target that nobody tries any more.
        case deadDeliveries = "dead-deliveries"
        /// Deliveries wait for a target that is configured no longer.
        case strandedDeliveries = "stranded-deliveries"
        /// Money that was entered here, and that the server does not take as it is.
        case parkedIntents = "parked-intents"
        /// Somebody else has changed what was changed here, and a person decides.
        case openConflicts = "open-conflicts"
        /// The store's counts do not add up: something was lost.
        case accountingBroken = "accounting-broken"
        /// Rows of the store that cannot be read and are left out of lists.
        case unreadableRows = "unreadable-rows"
        /// There is little room left on the store's disk.
        case diskLow = "disk-low"
        /// The store takes nothing new, such as on a full disk.
        case storeRefuses = "store-refuses"
        /// The store was damaged, gone or another's, and goes on from what was left.
        case storeRecovered = "store-recovered"
        /// Outcomes of deliveries that are kept in memory, since the store takes nothing.
        case outcomesUnrecorded = "outcomes-unrecorded"
        /// The store lies where its promises may not hold, such as on a network's file system.
        case storeUnsafe = "store-unsafe"
        /// A part of the program has not started, because of the store.
        case partWaiting = "part-waiting"
        /// A rule or a person names a child that there is not, so that nothing of what is meant is told.
        case unknownChild = "unknown-child"
        /// Nothing can listen where metrics are to be served.
        case metricsNotServed = "metrics-not-served"
        /// The configuration of the last reload is not in force.
        case reloadRefused = "reload-refused"
        /// What the last reload changed does not hold for a target yet.
        case reloadPending = "reload-pending"
    }

    /// Who has to do something about it.
    package enum Severity: String, Sendable, CaseIterable {
        /// It may pass by itself. What has lasted for ``HealthFacts/patience`` needs a person all the same.
        case mendsItself = "mends-itself"
        /// Nothing changes before somebody does something.
        case needsPerson = "needs-person"
        /// Nobody, now: it was chosen so, and who chose it may have forgotten.
        case remark
    }

    /// What a program decides by.
    package let kind: Kind
    /// The account or target that has it; `nil` where it is the program's or the store's own.
    package let subject: String?
    /// When it began, as far as that is known; wall time.
    package let since: Timestamp?
    /// Who has to do something.
    package let severity: Severity
    /// What is wrong and why, for a person: names the subject, begins in lower case, ends without a full stop. What others wrote
    /// in it may hold control characters until it is shown.
    package let sentence: String
    /// What a person does about it: a command as it is typed, or a few words; `nil` where there is nothing to do but wait.
    package let nextStep: String?

    /// - Parameter since: wall time; `nil` if nobody noticed when it began.
    package init(
        _ kind: Kind, of subject: String? = nil, since: Timestamp? = nil, severity: Severity = .needsPerson,
        _ sentence: String, nextStep: String?
    ) {
        self.kind = kind
        self.subject = subject
        self.since = since
        self.severity = severity
        self.sentence = sentence
        self.nextStep = nextStep
    }

    /// What is wrong and what to do, in one line.
    package var text: String { nextStep.map { "\(sentence): \($0)" } ?? sentence }

    /// As `--json` has it.
    package var json: JSONValue {
        [
            "kind": .word(kind.rawValue), "subject": .text(subject), "since": .moment(since),
            "severity": .word(severity.rawValue), "sentence": .string(sentence), "nextStep": .text(nextStep),
        ]
    }
}

extension Problem {
    /// Nobody is signed in, so there is nothing to watch.
    package static func noAccount(_ commands: ProgramCommands) -> Problem {
        Problem(.noAccount, "nobody is signed in", nextStep: commands.firstLogin)
    }

    /// No target is configured, so nobody is told.
    package static func noTarget(_ commands: ProgramCommands) -> Problem {
        Problem(
            .noTarget, severity: .remark, "nobody is told: no target is configured",
            nextStep: "add one to 'targets:' in \(commands.file)")
    }

    /// A desktop may be off, and comes; one without a token never does.
    static func withoutToken(_ target: String, _ commands: ProgramCommands) -> Problem {
        Problem(
            .desktopWithoutToken, of: target, "no desktop has a token for target \(target), so what is for it waits",
            nextStep: commands.newToken(target))
    }

    /// The disk fills up; nothing is wrong yet.
    package static func littleRoom(_ left: String?, in folder: String?) -> Problem {
        Problem(
            .diskLow, "the disk of \(folder ?? "the state folder") has little room left\(left.map { ": \($0)" } ?? "")",
            nextStep: "make room on it; before it is full nothing is lost")
    }

    /// Reads what ``json`` wrote.
    ///
    /// - Returns: `nil` for a kind that only another version has.
    package init?(_ node: JSONNode) throws(JSONError) {
        let (word, severity) = (try node.required("kind").string(), try node.required("severity").string())
        guard let kind = Kind.allCases.first(where: { $0.rawValue.camelCased == word }) else { return nil }
        self.init(
            kind, of: try node.optional("subject")?.string(), since: try node.optional("since")?.timestamp(),
            severity: Severity.allCases.first { $0.rawValue.camelCased == severity } ?? .needsPerson,
            try node.required("sentence").string(), nextStep: try node.optional("nextStep")?.string())
    }
}
