import AllowanceAPI
package import Observability
import Runtime
package import Store
package import Values

/// Keeps what one account's server has beside children and transactions as the server has it, beside the engine and slower than it:
/// nobody's alert waits for a wish.
package actor RecordKeeper: Service {
    /// `records` and the account's name, for reports of the start and stop.
    package nonisolated let name: String
    private nonisolated let bell = Bell()
    private nonisolated let asked = Lock<Set<RecordRow.Kind>>([])
    /// The store has changed since it was looked at: a message of the hub alone is no reason to read it.
    private nonisolated let isOld = Lock(true)
    private nonisolated let orders = Lock(0)
    private nonisolated let board: SyncBoard
    /// What had no answer is worth another try.
    private nonisolated let isBack = Lock(false)
    private nonisolated let ending = Promise<Void, Never>()

    private let account: String
    private let source: any RecordSource
    private let store: Store
    private let logger: Logger
    private let telling: RecordTelling
    private let hurried: @Sendable () -> Set<RecordRow.Kind>
    /// Wall time.
    private let now: @Sendable () -> Timestamp
    private let began = ContinuousClock.now
    private var plan: RecordPlan
    private var news: [RecordPlan.Key: FailureNews] = [:]
    /// For whose login the plan is; `nil` before that is known.
    private var planned: AccountRow?
    /// When lists whose owners are gone are looked at next.
    private var retireAt: Duration = .zero

    /// - Parameters:
    ///   - account: its name; its row is the engine's to make.
    ///   - board: shows how far it is.
    ///   - telling: who hears of what has become of records.
    ///   - hurried: kinds that rules ask about, whose lists are read with each scan; asked again and again.
    ///   - now: wall time.
    package init(
        account: String, source: any RecordSource, store: Store, logger: Logger,
        timings: SyncTimings = SyncTimings(), board: SyncBoard = SyncBoard(), telling: RecordTelling = .nobody,
        hurried: @escaping @Sendable () -> Set<RecordRow.Kind> = { [] },
        now: @escaping @Sendable () -> Timestamp = { WallClock.system.now }
    ) {
        name = "records \(account)"
        self.account = account
        self.board = board
        self.source = source
        self.store = store
        self.logger = logger.component("records").with(.account, .text(account))
        self.now = now
        (self.telling, self.hurried) = (telling, hurried)
        plan = RecordPlan(timings: timings)
    }

    /// The hub has said something. Returns at once.
    package nonisolated func hint() { ask(for: RecordRow.Kind.announced) }

    /// A person looks at records of these kinds. Returns at once; what is found is in the store a little later.
    package nonisolated func ask(for kinds: Set<RecordRow.Kind>) {
        asked.withLock { $0.formUnion(kinds) }
        bell.ring()
    }

    /// A person wants every list read anew, now. Returns the order's number: ``RecordReading`` tells when it was taken up, and what
    /// became of it.
    package nonisolated func readAll() -> Int {
        let number = orders.withLock { orders in
            orders += 1
            return orders
        }
        bell.ring()
        return number
    }

    /// The network is back, or the server answers again. Returns at once.
    package nonisolated func tryAgain() {
        isBack.withLock { $0 = true }
        bell.ring()
    }

    private var elapsed: Duration { ContinuousClock.now - began }

    /// Reads lists as they fall due, until it is stopped.
    package func run() async throws {
        let changes = RecordListRow.changes(in: store)
        _ = await race(stop: ending) { [self] in
            await firstToEnd({ for await _ in changes { self.storeChanged() } }, { await self.keep() })
        }
    }

    /// What is being read is given up: it is read again at the next start.
    package func stop() async { ending.keep() }

    private nonisolated func storeChanged() {
        isOld.withLock { $0 = true }
        bell.ring()
    }

    private func keep() async {
        await withDiscardingTaskGroup { readings in
            var known: Known?
            while !Task.isCancelled {
                let order = orders.withLock { $0 }
                let isNew = order != board.contents.records.taken
                plan.setHurry(hurried(), every: telling.interval, at: elapsed)
                // What was stored before the order is known then.
                if isOld.withLock({ $0 }) || known == nil || isNew { known = await look() }
                if isBack.take() { plan.tryAgain(at: elapsed) }
                plan.ask(for: asked.take(), at: elapsed)
                let isRefused = isNew && !plan.order(at: elapsed)
                if let known {
                    for key in plan.next(at: elapsed) { readings.addTask { await self.read(key, known) } }
                }
                show(order, isRefused: isRefused, isKnown: known != nil)
                let limit = plan.nextDue.map { max($0 - elapsed, .zero) }
                await bell.wait(atMost: known == nil ? .seconds(5) : limit)
            }
        }
    }

    /// - Parameter isRefused: the order is new, and the server wants to be left alone.
    private func show(_ order: Int, isRefused: Bool, isKnown: Bool) {
        let (lists, open) = (plan.count, isKnown ? plan.openCount(at: elapsed) : 0)
        board.update { contents in
            if order != contents.records.taken { contents.records.failures = [] }
            if isRefused { contents.records.failures = ["the server asks to come back later"] }
            (contents.records.taken, contents.records.lists, contents.records.open) = (order, lists, open)
            contents.progress.update([.records: open])
        }
    }

    // MARK: What there is to read

    /// Who asks, as the store knows it.
    private struct Known: Sendable {
        let account: AccountRow
        let children: Set<ChildRow.ID>
        let chores: [RecordRow.ID]
        let lists: [RecordListRow]

        /// The lists that there are.
        var keys: Set<RecordPlan.Key> {
            var keys: Set<RecordPlan.Key> = []
            for kind in RecordRow.Kind.allCases {
                switch kind.declaration.list.scope {
                case .login: keys.insert(.init(kind))
                case .child: keys.formUnion(children.map { .init(kind, of: $0.rawValue) })
                case .chore: keys.formUnion(chores.map { .init(kind, of: $0.rawValue) })
                case .way: keys.formUnion(Category.Way.allCases.map { .init(kind, of: $0.serverWord) })
                // Read to see what became of an order alone.
                case .goal: break
                }
            }
            return keys
        }
    }

    /// Brings the plan up to date; `nil` before the engine has made the account's row, or while the store cannot be read.
    private func look() async -> Known? {
        // Before: what changes meanwhile is looked at again.
        isOld.withLock { $0 = false }
        guard let known = await known() else { return nil }
        let keys = known.keys
        if let planned, !planned.isSamePerson(as: known.account) { plan.startOver(at: elapsed) }
        planned = known.account
        var ages: [RecordPlan.Key: Duration] = [:]
        for list in known.lists where list.failure == nil {
            ages[list.key] = list.readAt.map { now().duration(since: $0) }
        }
        plan.setLists(keys, ages: ages, at: elapsed)
        news = news.filter { keys.contains($0.key) }
        await retire(known.lists.filter { !keys.contains($0.key) }, known.account)
        return known
    }

    private func known() async -> Known? {
        let name = account
        do throws(StoreError) {
            return try await store.read("records") { snapshot in
                guard let account = try snapshot.account(named: name), account.userID != nil else { return nil }
                return Known(
                    account: account, children: try snapshot.readChildren(of: account.id),
                    chores: try snapshot.recordIDs(of: account.id, .chore),
                    lists: try snapshot.recordLists(of: account.id))
            }
        } catch {
            logger.debug("the store cannot be read", [.reason: .text(error.description)])
            return nil
        }
    }

    /// Withdraws what stood in lists whose child or chore is gone, with the patience that every other record has.
    private func retire(_ lists: [RecordListRow], _ account: AccountRow) async {
        guard !lists.isEmpty, elapsed >= retireAt else { return }
        retireAt = elapsed + RecordCommit.patience
        let moment = now()
        do throws(StoreError) {
            try await store.write("records") { transaction in
                for list in lists {
                    _ = try transaction.unlink(
                        account, list.kind, owner: list.owner, except: [], missingFor: RecordCommit.patience, at: moment
                    )
                    guard try transaction.recordIDs(of: account.id, list.kind, owner: list.owner).isEmpty else {
                        continue
                    }
                    try transaction.forget(list)
                }
            }
        } catch {
            logger.debug("records cannot be kept", [.reason: .text(error.description)])
        }
    }

    // MARK: One list

    private func read(_ key: RecordPlan.Key, _ known: Known) async {
        let outcome = await outcome(of: key, known)
        if !Task.isCancelled {
            plan.ended(key, outcome, at: elapsed, random: .random(in: 0..<1))
            if case .failed = outcome { board.update { $0.records.failures.insert(key.text) } }
        }
        bell.ring()
    }

    private func outcome(of key: RecordPlan.Key, _ known: Known) async -> RecordPlan.Outcome {
        let userID = known.account.userID
        // Who has just signed in is somebody else until the engine has noted it: then everything is read anew.
        guard await source.signedInUser()?.id == userID else { return .failed(retryAfter: nil) }
        do throws(FactError) {
            guard let reply = try await source.listedRecords(key.kind, of: key.owner) else {
                return await ended(key, known, .absent, "absent")
            }
            guard await source.signedInUser()?.id == userID else { return .failed(retryAfter: nil) }
            return await store(reply, of: key, known)
        } catch {
            guard error.kind != .cancelled else { return .failed(retryAfter: nil) }
            tell(error, of: key)
            let isRefused = error.kind == .refused || error.kind == .notFound
            return await ended(
                key, known, isRefused ? .refused : .failed(retryAfter: error.retryAfter), error.kind.rawValue)
        }
    }

    private func store(
        _ reply: Reply<RecordAnswer>, of key: RecordPlan.Key, _ known: Known
    ) async -> RecordPlan.Outcome {
        let commit = RecordCommit(
            asked: known.account, key: key, answer: reply.value, startedAt: reply.startedAt,
            serverOffset: reply.serverOffset ?? .zero, now: now(), telling: telling)
        do throws(StoreError) {
            try store.room.require()
            guard let outcome = try await store.writeAlerts("records", { try commit.run(in: $0) }) else { return .read }
            if news[key]?.end() == true { logger.info("a list can be read again", [.list: .text(key.text)]) }
            if key.kind == .chore { askForCompletions(of: outcome.changed) }
            if outcome != .init() {
                logger.debug(
                    "records changed",
                    [
                        .list: .text(key.text), .changed: .integer(outcome.changed.count),
                        .withdrawn: .integer(outcome.withdrawn.count),
                    ])
            }
            return .read
        } catch {
            logger.debug("records cannot be kept", [.reason: .text(error.description)])
            return .failed(retryAfter: nil)
        }
    }

    /// A chore counts what was done: its list of completions is another when a count is.
    private func askForCompletions(of chores: [RecordRow.ID]) {
        plan.ask(for: chores.map { .init(.completion, of: $0.rawValue) }, at: elapsed)
    }

    /// Notes why there was no answer, so that whoever lists what there is can say it.
    private func ended(
        _ key: RecordPlan.Key, _ known: Known, _ outcome: RecordPlan.Outcome, _ failure: String
    ) async -> RecordPlan.Outcome {
        let row = RecordListRow(
            account: known.account.id, kind: key.kind, owner: key.owner, readAt: nil, failure: failure)
        let moment = now()
        do throws(StoreError) {
            try await store.write("records") { transaction in
                guard try transaction.account(row.account)?.isSamePerson(as: known.account) == true else { return }
                try transaction.note(row)
                // What a server no longer has is gone if it has none the next day either.
                guard outcome == .absent else { return }
                _ = try transaction.unlink(
                    known.account, key.kind, owner: key.owner, except: [], missingFor: RecordCommit.patience, at: moment
                )
            }
        } catch {
            logger.debug("records cannot be kept", [.reason: .text(error.description)])
        }
        return outcome
    }

    private func tell(_ error: FactError, of key: RecordPlan.Key) {
        let level: LogLevel =
            switch error.kind {
            // Scans tell of it.
            case .unavailable, .tooManyRequests, .signInRequired, .cancelled: .debug
            // A child's login may not read everything: nothing is wrong.
            case .refused, .notFound: min(.info, news[key, default: FailureNews()].level(of: error.message))
            case .undecodable: news[key, default: FailureNews()].level(of: error.message)
            }
        logger.log(level, "a list cannot be read", [.list: .text(key.text), .reason: .text(error.message)])
    }
}

extension Lock<Set<RecordRow.Kind>> {
    /// What is in it, and leaves it empty.
    fileprivate func take() -> Set<RecordRow.Kind> {
        withLock { kinds in
            defer { kinds = [] }
            return kinds
        }
    }
}

extension Lock<Bool> {
    /// What it is; it is false afterwards.
    fileprivate func take() -> Bool {
        withLock { flag in
            defer { flag = false }
            return flag
        }
    }
}

extension RecordListRow {
    fileprivate var key: RecordPlan.Key { .init(kind, of: owner) }
}

extension LogKey {
    static let list = LogKey("records.list")
    static let withdrawn = LogKey("records.withdrawn")
}
