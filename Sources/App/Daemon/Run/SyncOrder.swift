import Control
import Runtime
import SyncEngine

/// A person's order to read everything of an account anew, followed to its end: a scan that begins now, then every list of records.
struct SyncOrder: Sendable {
    let account: String
    let board: SyncBoard
    let scan: @Sendable () -> Void
    /// Returns the order's number.
    let readRecords: @Sendable () -> Int

    init(_ watcher: AccountWatcher) {
        self.init(account: watcher.name, board: watcher.syncBoard) {
            watcher.engine.scanNow()
        } readRecords: {
            watcher.records.readAll()
        }
    }

    init(
        account: String, board: SyncBoard, scan: @escaping @Sendable () -> Void,
        readRecords: @escaping @Sendable () -> Int
    ) {
        self.account = account
        self.board = board
        self.scan = scan
        self.readRecords = readRecords
    }

    /// Begins, and follows nothing of it.
    func begin() {
        scan()
        _ = readRecords()
    }

    /// Reads everything of the account anew, or of all, and tells of it until that is done.
    ///
    /// - Throws: where there is no such account, or none at all.
    static func stream(
        of name: String?, _ parts: Parts, _ commands: ProgramCommands
    ) async throws(ControlAnswer.Refusal) -> AsyncStream<SyncNews> {
        let all = await parts.accounts.all
        let chosen = name.map { name in all.filter { $0.name == name } } ?? all
        guard !chosen.isEmpty else {
            guard let name, !all.isEmpty else {
                throw ControlAnswer.Refusal(.notPermitted, "nobody is signed in", hint: commands.firstLogin)
            }
            throw ControlAnswer.Refusal(
                .unknown, "there is no account '\(name)'", known: all.map(\.name), to: name)
        }
        return stream(chosen.map { SyncOrder($0) })
    }

    /// Carries these out side by side, and tells of all until the last is done, or nobody listens.
    static func stream(_ orders: [SyncOrder]) -> AsyncStream<SyncNews> {
        // More than anybody shows: each of them changes a hundred times at most.
        let (stream, continuation) = AsyncStream.makeStream(
            of: SyncNews.self, bufferingPolicy: .bufferingNewest(orders.count * 200))
        // Loose because whoever follows comes and goes with its connection: what was ordered is done all the same.
        let task = Task {
            await withDiscardingTaskGroup { group in
                for order in orders { group.addTask { await order.run { continuation.yield($0) } } }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Carries it out; the last that `tell` hears is what it came to.
    func run(_ tell: @escaping @Sendable (SyncNews) -> Void) async {
        board.hold()
        let first = RunState.Work(board.contents.progress)
        if let first { tell(SyncNews(account, first)) }
        let end = await firstToEnd({ await self.outcome() }, { await self.follow(first, tell) })
        board.release()
        if let end { tell(end) }
    }

    /// Tells of progress until it is cancelled.
    ///
    /// - Parameter told: what was told before.
    private func follow(_ told: RunState.Work?, _ tell: @Sendable (SyncNews) -> Void) async -> SyncNews? {
        var last = told
        while !Task.isCancelled {
            let told = last
            guard
                let work = await board.wait(until: { contents in
                    let work = RunState.Work(contents.progress)
                    return work == told ? nil : work
                })
            else { return nil }
            tell(SyncNews(account, work))
            last = work
        }
        return nil
    }

    /// `nil` if the task was cancelled before.
    private func outcome() async -> SyncNews? {
        let before = board.contents.scans.begun
        scan()
        let ended = await board.wait { contents -> SyncBoard.Contents? in
            // One that waits for a server's own wish would keep the person waiting for as long.
            contents.scans.ended > before || contents.isOver || contents.isHeldBack ? contents : nil
        }
        guard let ended else { return nil }
        if let end = end(of: ended, after: before) { return end }
        let order = readRecords()
        let read = await board.wait { contents -> SyncBoard.Contents? in
            contents.records.taken >= order && contents.records.open == 0 || contents.isOver ? contents : nil
        }
        guard let read else { return nil }
        guard !read.isOver else { return stopped }
        let failures = read.records.failures
        guard !failures.isEmpty else { return SyncNews(account, .complete) }
        let count = failures.count == 1 ? "1 list" : "\(failures.count) lists"
        return SyncNews(
            account, .incomplete, reason: "\(count) could not be read anew", nextStep: nil, failures: failures.sorted())
    }

    /// `nil` if the scan is complete.
    private func end(of contents: SyncBoard.Contents, after before: Int) -> SyncNews? {
        guard contents.scans.ended > before else {
            guard !contents.isOver else { return stopped }
            return SyncNews(
                account, .postponed, reason: contents.scans.failure?.message ?? "the server asks to come back later")
        }
        guard let failure = contents.scans.failure else { return nil }
        return SyncNews(
            account, SyncNews.Outcome(failure.kind), reason: failure.message,
            nextStep: failure.nextStep.isEmpty ? nil : failure.nextStep)
    }

    private var stopped: SyncNews { SyncNews(account, .stopped, reason: "the account is watched no longer") }
}

extension SyncNews.Outcome {
    init(_ failure: FactError.Kind) {
        self =
            switch failure {
            case .unavailable, .undecodable, .notFound: .unreachable
            case .tooManyRequests: .postponed
            case .signInRequired: .signInNeeded
            case .refused: .refused
            case .cancelled: .stopped
            }
    }
}

extension RunState.Work {
    /// `nil` at rest.
    init?(_ progress: RunProgress) {
        guard case .running(let operation, let hundredths) = progress.phase else { return nil }
        let word: RunState.Operation =
            switch operation {
            case .pushing: .pushing
            case .pulling: .pulling
            case .resolving: .resolving
            }
        self.init(word, hundredths: hundredths)
    }
}
