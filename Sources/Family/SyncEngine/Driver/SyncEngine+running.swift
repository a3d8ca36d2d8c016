import Observability
import Runtime
import Store
import Values

extension SyncEngine {
    /// Finds the account in the store, or makes it, and takes up what was open when the program ended.
    package func start() async throws {
        let commit = StartCommit(name: account.name, origin: origin, settle: timings.settle, now: now())
        let known = try await store.write { try commit.run(in: $0) }
        step(.resumed(known))
    }

    /// Scans and takes hints until it is stopped.
    ///
    /// - Throws: `StoreError` when the store is lost: another try could only do harm.
    package func run() async throws {
        // Discarding: another group keeps each ended task until somebody asks for it.
        await withDiscardingTaskGroup { tasks in
            while !Task.isCancelled, !hasEnded, fatal == nil { await turn(&tasks) }
            tasks.cancelAll()
        }
        await writeLastOutcomes()
        step(.stopRequested)
        board.update { $0.isOver = true }
        if let fatal { throw fatal }
    }

    /// ``run()`` returns once the hints that wait are journalled; a scan under way is cancelled.
    package func stop() async { inbox.requestStop() }

    /// Tells the core what has happened, does what it says, then waits for something to happen.
    private func turn(_ tasks: inout DiscardingTaskGroup) async {
        let contents = inbox.take()
        for event in contents.events { for effect in step(event) { carryOut(effect, &tasks) } }
        for effect in step(.timePassed) { carryOut(effect, &tasks) }
        show()
        guard !hasEnded, fatal == nil else { return }
        await wait(until: core.nextDue)
    }

    private func show() {
        let (status, work) = (core.status, core.work(at: elapsed))
        let isHeldBack = core.isHeldBack(at: elapsed)
        board.update { contents in
            (contents.scans, contents.isHeldBack) = (status.fullScans, isHeldBack)
            contents.isCatchingUp = status.isCatchingUp
            contents.progress.update(work)
        }
    }

    @discardableResult
    private func step(_ event: SyncEvent) -> [SyncEffect] {
        core.step(event, at: SyncMoment(elapsed: elapsed, wall: now()))
    }

    private func wait(until due: Duration?) async {
        guard let due else { return await inbox.wait() }
        let limit = due - elapsed
        guard limit > .zero else { return await Task.yield() }
        await inbox.wait(atMost: limit)
    }

    // MARK: Effects

    private func carryOut(_ effect: SyncEffect, _ tasks: inout DiscardingTaskGroup) {
        switch effect {
        case .ask(let question): tasks.addTask { [self] in await ask(question) }
        case .prepare:
            tasks.addTask { [source, inbox] in inbox.post(.prepared(user: await source.signedInUser())) }
        case .store(let lane, let task): tasks.addTask { [self] in await carryOut(task, lane) }
        case .order(let effect): tasks.addTask { [self] in await carryOut(effect) }
        case .tell(let news): reports.tell(news)
        case .announceRecovery: recoveries.ring()
        case .announceAnswers: answers.ring()
        case .renewLink: renewals.ring()
        case .fail(let error): fatal = error
        case .end: hasEnded = true
        }
    }

    private nonisolated func ask(_ question: Question) async {
        let answer: Question.Answer
        switch question.kind {
        case .children:
            do throws(FactError) { answer = .children(.success(try await source.listedChildren())) } catch {
                answer = .children(.failure(error))
            }
        case .transactions(let child, let limit):
            do throws(FactError) {
                answer = .transactions(
                    of: child, .success(try await source.listedTransactions(of: child, limit: limit)))
            } catch { answer = .transactions(of: child, .failure(error)) }
        }
        inbox.post(.answered(question.id, answer, user: await source.signedInUser()))
    }

    private nonisolated func carryOut(_ task: StoreTask, _ lane: StoreTask.Lane) async {
        let result: Result<StoreTask.Answer, StoreError>
        do throws(StoreError) { result = .success(try await task.run(in: store)) } catch {
            // Whoever is told to stop has no failure to report; what was read is read again.
            if Task.isCancelled { return }
            result = .failure(error)
        }
        inbox.post(.stored(lane, result))
    }

    // MARK: Orders

    private nonisolated func carryOut(_ effect: OrderEffect) async {
        switch effect {
        case .store(let task, let id):
            let result: Result<OrderTask.Answer, StoreError>
            do throws(StoreError) { result = .success(try await task.run(in: store)) } catch {
                if Task.isCancelled { return }
                result = .failure(error)
            }
            inbox.post(.order(.stored(id, result)))
        case .send(let intent, let current):
            inbox.post(.order(.sent(intent.id, await send(intent, over: current))))
        case .look(let intent, let order, let also):
            inbox.post(.order(.looked(intent.id, await evidence(for: order, also: also))))
        case .tell: break
        }
    }

    private nonisolated func send(_ intent: IntentRow, over current: String?) async -> PushOutcome {
        switch intent.order {
        case .transaction: await maker?.make(intent) ?? .notMade("nothing is sent here", wait: nil)
        case .record(let order):
            await orders?.carryOut(order, of: intent, over: current) ?? .notMade("nothing is sent here", wait: nil)
        }
    }

    private nonisolated func evidence(
        for order: RecordOrder, also: RecordPlan.Key?
    ) async -> Result<OrderEvidence, FactError> {
        guard let orders else { return .success(OrderEvidence(shown: nil)) }
        do throws(FactError) {
            var evidence = OrderEvidence(shown: try await orders.evidence(for: order))
            if let also, evidence.shown != nil { evidence.also = await orders.listed(also.kind, of: also.owner) }
            return .success(evidence)
        } catch {
            return .failure(error)
        }
    }

    /// What was being sent at the end has been given up by now: what is known of it is written down, so that the next start need not
    /// wait for what a server may still do.
    private func writeLastOutcomes() async {
        for event in inbox.take().events {
            guard case .order(.sent) = event else { continue }
            for case .order(.store(let task, _)) in step(event) { _ = try? await task.run(in: store) }
        }
    }
}
