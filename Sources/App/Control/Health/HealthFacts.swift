package import Store
package import Values

/// All that is looked at to say what is wrong: the running program's state and the store's books, of one moment.
///
/// `problems(at:)` judges it. Nothing rings when its answer changes, since some problems begin by the passing of time alone (a scan
/// that is overdue, an outage that has lasted): who watches asks again every few seconds, and compares by kind and subject.
/// `Watch.healthFacts(_:)` in `Daemon` gathers it from the running program; a command without a program has the store's part.
package struct HealthFacts: Sendable {
    /// What only the running program knows; `nil` if none runs.
    package var live: LiveStatus?
    /// `nil` if the store cannot say.
    package var accounting: DeliveryAccounting?
    /// `nil` if the store cannot say.
    package var counts: StoreCounts?
    /// Rows that cannot be read: table, key and what is wrong, such as `txn 7 (column amount holds text)`.
    package var unreadable: [String] = []
    /// What had to be done to the store at its last opening that a person should know of; `nil` if that was nothing.
    package var recovery: RecoveryReport?
    /// Accounts that a program which started now could not sign in; nobody looks while one runs, which says it of its own.
    package var signedOut: [SignedOut] = []
    /// What waits for somebody to decide.
    package var conflicts = OpenConflicts()
    /// How the targets stand by their drills.
    package var drills: [DrillStanding] = []
    /// From one drill to the next, at most; `nil` where none comes by itself.
    package var drillPause: Duration?
    /// What the configuration's file says.
    package var file = FileFacts()
    /// Targets for which some desktop has a token; `nil` if the store cannot say.
    package var targetsWithToken: Set<String>?
    /// What is typed for this program.
    package var commands: ProgramCommands

    /// An account that cannot be signed in.
    package struct SignedOut: Sendable, Equatable {
        package let name: String
        /// What is wrong with the file of its session; `nil` for nothing.
        package let fault: String?

        /// What a person types to sign it in; of one whose file cannot be read nothing is known any more.
        func login(_ commands: ProgramCommands) -> String {
            fault == nil ? commands.login(name) : commands.newLogin(name)
        }
    }

    /// Of a store without trouble, unless its books say so.
    ///
    /// - Parameter live: `nil` if no program runs.
    package init(
        live: LiveStatus?, accounting: DeliveryAccounting?, counts: StoreCounts?, unreadable: [String] = [],
        commands: ProgramCommands
    ) {
        (self.live, self.accounting, self.counts) = (live, accounting, counts)
        (self.unreadable, self.commands) = (unreadable, commands)
    }

    /// Reads what waits for decisions, how targets stand by their drills, for which of them desktops have tokens, and who is no child.
    package mutating func take(_ store: Store) async throws {
        try await file.look(at: store)
        targetsWithToken = Set(try await store.read("desktop.tokens") { try $0.tokens() }.compactMap(\.target))
        conflicts = try await OpenConflicts(in: store)
        drills = try await store.read("drills") { try $0.drills() }
    }

    /// How long a hub may be away before anybody is told: most come back within it.
    package static let grace: Duration = .seconds(30)
    /// How long something may take to mend itself; after it a person should look.
    package static let patience: Duration = .seconds(600)

    /// The store's sums; none where nobody can say.
    package var books: [Book] { (counts?.books ?? []) + (accounting?.books ?? []) }

    /// Whether nothing in the store was lost; `true` where nobody can say.
    package var isBalanced: Bool { books.allSatisfy(\.isBalanced) }

    /// All that is wrong: what needs a person first, what needs nobody last, each in the order of accounts, targets, store and program.
    ///
    /// - Parameter now: wall time; decides what is overdue and what has lasted.
    package func problems(at now: Timestamp) -> [Problem] {
        let all =
            ofProgram + ofAccounts(at: now) + ofFacts(at: now) + ofTargets(at: now) + ofDeliveries + ofEntries + ofStore
            + file.problems
        return [.needsPerson, .mendsItself, .remark].flatMap { severity in all.filter { $0.severity == severity } }
    }

    /// As `systemctl status` shows it: how many accounts are watched, and what does not pass by itself.
    package func statusLine(at now: Timestamp) -> String {
        let count = live?.accounts.count ?? 0
        let head = count == 0 ? [] : ["watching \(count) account\(count == 1 ? "" : "s")"]
        return (head + problems(at: now).filter { $0.severity != .mendsItself }.map(\.text)).joined(separator: "; ")
    }

    /// Of what may mend itself.
    static func severity(since: Timestamp?, at now: Timestamp) -> Problem.Severity {
        guard let since, now.duration(since: since) >= patience else { return .mendsItself }
        return .needsPerson
    }
}
