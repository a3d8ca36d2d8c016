import Observability
import Store
import Values

extension SyncEngine {
    /// Lists that are read at the same time.
    static let readers = 4

    /// An answer to one of the scan's questions.
    private enum Answer: Sendable {
        case children(Result<FactReply<[ListedChild]>, FactError>)
        case transactions(ChildRow.ID, Result<FactReply<[ListedTransaction]>, FactError>)
    }

    /// Asks what the plan asks, and stores each list as soon as it is complete.
    func read(_ run: inout ScanRun) async throws(StoreError) -> Scan.Result {
        do {
            return try await withThrowingTaskGroup(of: Answer.self) { answers in
                var actions = run.scan.start()[...]
                var reading = 0
                while true {
                    while reading < Self.readers, let action = actions.popFirst() {
                        switch action {
                        case .readChildren, .readTransactions:
                            ask(action, &run.early, &answers)
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

    private func ask(
        _ action: Scan.Action, _ early: inout EarlyReading?, _ answers: inout ThrowingTaskGroup<Answer, any Error>
    ) {
        switch action {
        case .readChildren:
            answers.addTask { [source] in
                do throws(FactError) { return .children(.success(try await source.listedChildren())) } catch {
                    return .children(.failure(error))
                }
            }
        case .readTransactions(let child, let limit):
            if let reply = early?.take(child, limit: limit) {
                answers.addTask {
                    await withTaskCancellationHandler {
                        .transactions(child, await reply.value)
                    } onCancel: {
                        reply.cancel()
                    }
                }
                return
            }
            answers.addTask { [source] in
                do throws(FactError) {
                    return .transactions(child, .success(try await source.listedTransactions(of: child, limit: limit)))
                } catch {
                    return .transactions(child, .failure(error))
                }
            }
        case .apply, .finish: break
        }
    }

    /// Tells the plan what was answered.
    private func take(_ answer: Answer, _ run: inout ScanRun) async throws(StoreError) -> [Scan.Action] {
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
            let (ids, server) = (reply.value.map(\.id), run.server)
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
        _ page: [ListedTransaction], of child: ChildRow.ID, _ run: inout ScanRun
    ) async throws(StoreError) {
        let offset = Duration.zero - serverOffset
        let announced = book.announced(
            among: page.lazy.map { ($0.id, $0.createdAt.advanced(by: offset)) }, of: child)
        let settlements = book.settlements(found: page.lazy.map(\.id), of: child)
        let commit = ListCommit(
            context: run.context, child: child, listed: run.listed(child), page: page,
            announced: announced, settlements: settlements, now: now())
        guard let outcome = try await store.writeAlerts("list", { try commit.run(in: $0) }) else {
            run.isSuperseded = true
            return
        }
        book.settle(settlements, at: elapsed)
        try await learn(outcome, run.context)
        for link in ChainCheck.breaks(in: page.reversed()) {
            logger.debug(
                "a balance moved without a row",
                [
                    .child: .text(child.rawValue), .transaction: .text(link.transaction.rawValue),
                    .difference: .text(link.difference.description),
                ])
        }
    }

    /// Counts what was found, and how late.
    private func learn(_ outcome: ListCommit.Outcome, _ context: ScanContext) async throws(StoreError) {
        var isLater = false
        for row in outcome.added {
            metrics.facts[SyncMetrics.Detection(row.source)].increment()
            if row.source != .baseline {
                current.unannouncedFacts = row.source == .hint ? 0 : current.unannouncedFacts + 1
            }
            if let watermark = context.watermark, row.source == .scan, row.createdAt < watermark {
                isLater = lookback.found(createdAt: row.createdAt, watermark: watermark) || isLater
            }
        }
        if isLater {
            let (account, seconds) = (context.account, lookback.worst.components.seconds)
            try await store.write("lateness") { try $0.remember(.lateness, seconds, of: account) }
        }
        guard !outcome.added.isEmpty || outcome.changed > 0 else { return }
        logger.info(
            "transactions found",
            [
                .added: .integer(outcome.added.count), .changed: .integer(outcome.changed),
                .alerts: .integer(outcome.alerts),
            ])
    }
}

extension SyncMetrics.Detection {
    fileprivate init(_ source: TransactionRow.Source) {
        self =
            switch source {
            case .baseline: .baseline
            case .hint: .hint
            case .scan: .scan
            }
    }
}
