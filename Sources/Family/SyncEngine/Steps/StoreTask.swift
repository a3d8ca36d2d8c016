import Store
import Values

/// One commit, or one look at the store.
enum StoreTask: Sendable {
    /// Tasks of one lane come one after the other; those of two may meet in one commit.
    enum Lane: Sendable, Hashable { case hints, scan, upkeep }

    /// What came of a task, in a case for each.
    enum Answer: Sendable {
        /// - Parameter open: those that nothing in the store answers.
        case journalled(open: [HintCommit.Taken], isOverfull: Bool)
        /// - Parameter isAnother: than the login had belonged to.
        case userNoted(isAnother: Bool)
        case known(AccountRow, [ChildRow.ID: Scan.KnownChild])
        case page(known: Set<TransactionRow.ID>)
        /// `nil`: nothing was stored, for the login is another person's.
        case listed(ListCommit.Outcome?)
        /// `nil`: nothing was stored, for the login is another person's.
        case scanned(ScanCommit.Outcome?)
        /// - Parameter overload: the counts could not be checked on this machine in time.
        case tidied([Miscount], overload: StoreError?)
        case done
    }

    case journal(HintCommit)
    case purge(StoreLimits, now: Timestamp)
    case noteUser(FactUser, of: AccountRow.ID, at: Timestamp)
    /// What a scan has to know before its first question.
    case lookUpAccount(AccountRow.ID)
    /// Which of these rows the store has.
    case lookUpPage([TransactionRow.ID], on: ServerRow.ID)
    case list(ListCommit)
    case scan(ScanCommit)
    /// What a list has taught: how late rows are, if that is news, and what the hub announces.
    case remember(lateness: Duration?, announced: Set<AnnouncedKind>, of: AccountRow.ID)
    /// Forgets what is too old to explain anything, if limits are given, and counts what is kept as a count, if that is asked for.
    case tidy(purges: StoreLimits?, recounts: Bool, now: Timestamp)
}

extension StoreTask {
    /// Carries it out; when this returns, what it has changed is on the disk.
    func run(in store: Store) async throws(StoreError) -> Answer {
        if takesNews { try store.room.require() }
        switch self {
        case .journal(let commit):
            let taken = try await store.write("hints") { try commit.run(in: $0) }
            return .journalled(open: taken.open, isOverfull: taken.isOverfull)
        case .purge(let limits, let now):
            try await store.purge(keeping: limits, now: now)
            return .done
        case .noteUser(let user, let account, let now):
            return .userNoted(
                isAnother: try await store.write("user") { transaction in
                    try transaction.setUser(user.id, role: user.role, of: account, at: now)
                })
        case .lookUpAccount(let id):
            let known = try await store.read("known") { snapshot in
                (try snapshot.knownAccount(id), try snapshot.knownChildren(of: id))
            }
            return .known(known.0, known.1)
        case .lookUpPage(let ids, let server):
            return .page(known: try await store.read("page") { try $0.knownTransactions(among: ids, on: server) })
        case .list(let commit): return .listed(try await store.writeAlerts("list") { try commit.run(in: $0) })
        case .scan(let commit): return .scanned(try await store.writeAlerts("scan") { try commit.run(in: $0) })
        case .remember(let worst, let kinds, let account):
            try await store.write("learned") { transaction in
                if let worst { try transaction.remember(.lateness, worst.components.seconds, of: account) }
                try transaction.remember(kinds, announcedTo: account)
            }
            return .done
        case .tidy(let limits, let recounts, let now): return try await Self.tidy(store, limits, recounts, now)
        }
    }

    /// Whether it keeps what was not there before: on a full disk that waits, and is read from the server once there is room.
    private var takesNews: Bool {
        switch self {
        case .journal, .noteUser, .list, .scan, .remember: true
        case .purge, .lookUpAccount, .lookUpPage, .tidy: false
        }
    }

    private static func tidy(
        _ store: Store, _ limits: StoreLimits?, _ recounts: Bool, _ now: Timestamp
    ) async throws(StoreError) -> Answer {
        if let limits {
            try await store.purge(keeping: limits, now: now)
            try await MediaStore(store).tidy(now: now)
        }
        guard recounts else { return .tidied([], overload: nil) }
        do {
            return .tidied(try await store.recount(), overload: nil)
        } catch  where error.kind == .overloaded {
            // A check that takes too long on this machine spoils no scan.
            return .tidied([], overload: error)
        }
    }
}
