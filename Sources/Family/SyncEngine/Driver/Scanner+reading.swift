import AllowanceAPI
import Store
import Values

extension Scanner {
    /// Asks what the plan asks, and stores each list as soon as it is complete.
    ///
    /// - Parameter engine: named by the group's body, which else leaves the actor: 6.3.1 says nothing of it where the caller's
    ///   isolation is only inherited.
    func read(_ run: inout ScanRun, on engine: isolated any Actor) async throws(StoreError) -> Scan.Result {
        do {
            return try await withThrowingTaskGroup(of: ScanQuestions.Answer.self) { answers in
                engine.assertIsolated()
                var actions = run.scan.start()[...]
                var reading = 0
                while true {
                    while reading < ScanQuestions.limit, let action = actions.popFirst() {
                        switch action {
                        case .readChildren:
                            run.questions.askForChildren(&answers)
                            reading += 1
                        case .readTransactions(let child, let limit):
                            run.questions.askForTransactions(of: child, limit: limit, &answers)
                            reading += 1
                        case .apply(let child, let page, _): try await apply(page, of: child, &run)
                        case .finish(let result):
                            answers.cancelAll()
                            return result
                        }
                    }
                    guard let answer = try await answers.next() else {
                        return Scan.Result(failure: FactError(.cancelled, "The scan was given up."))
                    }
                    reading -= 1
                    actions += try await take(answer, &run)
                    if run.isSuperseded {
                        answers.cancelAll()
                        return Scan.Result(failure: FactError(.cancelled, "The login is another person's now."))
                    }
                }
            }
        } catch {
            throw error as? StoreError ?? StoreError(.cancelled, "The scan was given up.", nextStep: "")
        }
    }

    /// Tells the plan what was answered.
    private func take(_ answer: ScanQuestions.Answer, _ run: inout ScanRun) async throws(StoreError) -> [Scan.Action] {
        guard try await isSamePerson() else {
            run.isSuperseded = true
            return []
        }
        run.context.userID = user?.id
        switch answer {
        case .children(.failure(let error)): return run.scan.childrenFailed(error)
        case .children(.success(let reply)):
            run.listed = reply
            note(reply.serverStart, reply.startedAt, &run)
            return run.scan.childrenRead(reply.value)
        case .transactions(let child, .failure(let error)): return run.scan.transactionsFailed(error, of: child)
        case .transactions(let child, .success(let reply)):
            note(reply.serverStart, reply.startedAt, &run)
            let (ids, server) = (reply.value.map(\.rowID), run.server)
            let known = try await store.read("page") { try $0.knownTransactions(among: ids, on: server) }
            return run.scan.transactionsRead(reply.value, of: child, known: known)
        }
    }

    private func note(_ serverStart: Timestamp, _ start: Timestamp, _ run: inout ScanRun) {
        run.startedAt = min(run.startedAt ?? serverStart, serverStart)
        serverOffset = serverStart.duration(since: start)
    }

    /// Stores a list: rows, alerts and the hints that it answers are one commit.
    private func apply(
        _ page: [Transaction], of child: ChildRow.ID, _ run: inout ScanRun
    ) async throws(StoreError) {
        let offset = Duration.zero - serverOffset
        let announced = memory.book.announced(
            among: page.lazy.map { ($0.rowID, $0.createdAt.advanced(by: offset)) }, of: child)
        let settlements = memory.book.settlements(found: page.lazy.map(\.rowID), of: child)
        let commit = ListCommit(
            context: run.context, child: child, listed: run.listed(child), page: page,
            announced: announced, settlements: settlements,
            intents: IntentCommit(settled: run.settledIntents, match: IntentMatch(settle: timings.settle), now: now()),
            now: now())
        guard let outcome = try await store.writeAlerts("list", { try commit.run(in: $0) }) else {
            run.isSuperseded = true
            return
        }
        memory.book.settle(settlements, at: elapsed)
        try await learn(outcome, of: child, run.context)
        reports.moved(page, of: child)
    }

    /// Counts what was found, and how late.
    private func learn(
        _ outcome: ListCommit.Outcome, of child: ChildRow.ID, _ context: ScanContext
    ) async throws(StoreError) {
        reports.found(outcome, of: child)
        for row in outcome.added where row.source != .baseline {
            findings.unannouncedFacts = row.source == .hint ? 0 : findings.unannouncedFacts + 1
        }
        guard let worst = memory.learn(from: outcome.added, after: context.watermark) else { return }
        let (account, seconds) = (context.account, worst.components.seconds)
        try await store.write("lateness") { try $0.remember(.lateness, seconds, of: account) }
    }
}
