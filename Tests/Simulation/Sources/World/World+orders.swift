import AllowanceAPI
import Store
import SyncEngine
import Values

@testable import SyncEngine

/// What the daemon's actor does for orders: commits, sends, reads the lists that show what came of them.
extension World {
    func carryOut(_ effect: OrderEffect, _ index: Int) async throws {
        switch effect {
        case .store(let task, let id): try await carryOut(task, of: id, index)
        case .send(let intent, _): try await send(intent, index)
        case .look(let intent, let order, let also):
            let look = Look(intent: intent, order: order, also: also, askedAt: wall, engine: index, life: life)
            try memory.checkPatience(with: intent.id, at: now, life)
            agenda.add(.evidence(look), at: now + latency(80_000))
        case .tell: break
        }
    }

    private func carryOut(_ task: OrderTask, of id: IntentRow.ID?, _ index: Int) async throws {
        guard let store = program?.store else { return }
        try before(task.name)
        let result: Result<OrderTask.Answer, StoreError>
        do throws(StoreError) { result = .success(try await task.run(in: store)) } catch { result = .failure(error) }
        switch result {
        case .failure(let error): trace.note(now, "store: \(error.kind.rawValue)")
        case .success(.marked(let marked?)): try await checkLogin(marked.intent, store)
        case .success: trace.note(now, "\(task.name) \(id?.rawValue ?? "")")
        }
        try await after(task.name)
        agenda.add(
            .event(.order(.stored(id, result)), engine: index, life: life),
            at: now + Int.random(in: 0...3_000, using: &dice))
    }

    /// The program asks; the answer comes at its moment. As a session, it asks in nobody else's name.
    private func send(_ intent: IntentRow, _ index: Int) async throws {
        try await checkMark(intent)
        trace.note(now, "request \(intent.id.rawValue) attempt \(intent.attempts) for \(server.time(at: now))")
        guard user?.id == intent.acceptedBy else {
            tally.note("sent by another person: refused here")
            return answer(intent, .notMade("somebody else is signed in", wait: .seconds(900)), index, life)
        }
        do {
            let photo = try await photo(of: intent)
            let sending = Sending(intent: intent, photo: photo, engine: index, life: life)
            agenda.add(.request(sending), at: now + latency(photo == nil ? 80_000 : 4_000_000))
        } catch let error as StoreError {
            trace.note(now, "no photo: \(error.kind.rawValue)")
            answer(intent, .notMade(error.sentence, wait: nil), index, life)
        }
    }

    func arrived(_ sending: Sending) {
        guard !isCutOff(sending) else { return }
        let intent = sending.intent
        server.noteRequest(intent)
        tally.requests += 1
        tally.note("order \(intent.order.deed)")
        let fault = postFaults.isEmpty ? nil : postFaults.removeFirst()
        let outcome: PushOutcome
        switch fault?.kind {
        case nil: outcome = make(sending)
        // Made, and the answer is lost; the same as an empty 500; a 201 that describes somebody else's row.
        case 0, 1, 2:
            _ = make(sending)
            outcome = .unclear(["lost", "500", "another row"][fault?.kind ?? 0])
        case 3: outcome = .unclear("500, and nothing made")
        // Made while it may still be, or when nobody expects it any more.
        case 4, 8:
            let isTooLate = fault?.kind == 8
            let delay =
                (fault?.seconds ?? 1) * (isTooLate ? 25 : 1)
                + (isTooLate ? Int(Self.timings.settle.components.seconds) : 0)
            agenda.add(.makeLate(sending, isTooLate: isTooLate), at: now + delay * 1_000_000)
            outcome = .unclear("made later")
        case 5: outcome = .refused("400")
        case 6: outcome = .notMade("429", wait: .seconds(fault?.seconds ?? 1))
        // Made, but for the photo that came with it.
        case 9: outcome = make(Sending(intent: intent, photo: nil, engine: sending.engine, life: sending.life))
        default: outcome = .notMade("unreachable", wait: nil)
        }
        if let fault { tally.note("post \(fault.kind)") }
        answer(intent, outcome, sending.engine, sending.life)
    }

    private func answer(_ intent: IntentRow, _ outcome: PushOutcome, _ engine: Int, _ life: Int) {
        trace.note(now, "outcome of \(intent.id.rawValue): \(outcome)")
        agenda.add(.event(.order(.sent(intent.id, outcome)), engine: engine, life: life), at: now + latency(120_000))
    }

    private func make(_ sending: Sending) -> PushOutcome {
        let made = server.make(sending.intent, photo: sending.photo, at: now)
        if let row = made.row { announce(row, fate: 0) }
        return made.outcome
    }

    func makeLate(_ sending: Sending, isTooLate: Bool) {
        tally.tooLate += isTooLate ? 1 : 0
        if isTooLate { memory.lateOrders.insert(sending.intent.id) }
        let made = server.make(sending.intent, photo: sending.photo, at: now, isTooLate: isTooLate)
        if let row = made.row { announce(row, fate: 0) }
    }

    /// The server shows what came of an order.
    func answerLook(_ look: Look) {
        let fault = readFaults.isEmpty ? nil : readFaults.removeFirst()
        let failure = fault.flatMap(\.self).map { Self.failure($0.kind, $0.seconds) }
        tally.looks += 1
        let child = server.children.firstIndex { $0.rowID == look.intent.child } ?? 0
        let then = now - lag
        let shown =
            switch look.order.deed {
            case .depositGoal: server.records.contributions(of: child, at: then)
            case .doneChore: server.chores.facts(of: child, at: then)
            default: server.records.wishes(of: child, at: then)
            }
        let goals = server.records.goals(of: child)
        let (id, also, askedAt) = (look.intent.id, look.also, look.askedAt)
        let date = Timestamp(seconds: server.time(at: now).seconds)
        let event: (Timestamp) -> SyncEvent = { end in
            if let failure { return .order(.looked(id, .failure(failure))) }
            func reply(_ facts: [RecordFact]) -> Reply<RecordAnswer> {
                Reply(
                    value: RecordAnswer(facts: facts, isWhole: true), startedAt: askedAt, endedAt: end, serverDate: date
                )
            }
            return .order(
                .looked(id, .success(OrderEvidence(shown: reply(shown), also: also.map { _ in reply(goals) }))))
        }
        let heardAt = now + latency(120_000)
        if let failure { memory.noteUnread(id, failure, at: heardAt, look.life) }
        agenda.add(.reply(engine: look.engine, life: look.life, event), at: heardAt)
    }

    /// A look at a list for an order.
    struct Look: Sendable {
        let intent: IntentRow
        let order: RecordOrder
        let also: RecordPlan.Key?
        let askedAt: Timestamp
        let engine: Int
        let life: Int
    }

    // MARK: What people order

    /// Which deed, child, text or price, account; see ``ScenarioMaker``.
    func order(_ numbers: [Int]) async throws {
        guard let store = program?.store, now >= sleepsUntil, numbers.count == 4 else { return }
        let (child, account) = (numbers[1] % 3, Self.accounts[numbers[3] % scenario.accounts])
        guard numbers[0] % 6 != 5 else { return try await orderChore(numbers, child, by: account) }
        guard let order = try await recordOrder(numbers, child, store) else { return }
        try await accept(.record(order), child: child, by: account)
    }

    private func recordOrder(_ numbers: [Int], _ child: Int, _ store: Store) async throws -> RecordOrder? {
        let (name, price) = ("Wish \(numbers[2] % 3)", "\(numbers[2] % 40 + 1).50")
        let title = name
        let owner = ServerModel.names[child]
        switch numbers[0] % 6 {
        case 0:
            let payload = try RecordOrder.Deed.addWish.form.payload(["name": name, "price": price])
            lastWish = (child, name, price)
            return RecordOrder(.addWish, owner: owner, payload: payload, title: title)
        case 4:
            let payload = try RecordOrder.Deed.depositGoal.form.payload(["amount": price])
            let goal = RecordsModel.goal(of: child)
            return RecordOrder(
                .depositGoal, record: RecordRow.ID(rawValue: goal), owner: goal, payload: payload, title: "Bike")
        case let number:
            let deed: RecordOrder.Deed = [.editWish, .buyWish, .removeWish][number - 1]
            // What a person sees is what the server has shown last.
            let facts = server.records.wishes(of: child, at: now)
            guard !facts.isEmpty else { return nil }
            let fact = facts[numbers[2] % facts.count]
            let payload = try deed.form.payload(deed == .editWish ? ["price": price] : [:])
            return RecordOrder(
                deed, record: RecordRow.ID(rawValue: fact.id), owner: owner, payload: payload,
                base: OrderComparison(deed.form).base(payload, of: fact.content), title: title)
        }
    }

    /// Somebody does something without this program: 0 wishes for what was ordered last, 1 to 3 changes a wish, 4 has done the last chore, too.
    func touchRecords(_ numbers: [Int]) {
        guard numbers.count == 2 else { return }
        switch numbers[0] % 5 {
        case 0: break
        case 4:
            guard let last = lastChore else { return }
            server.chores.complete(
                last.child, notes: last.notes, photo: nil, intent: nil, at: now, server.time(at: now))
            return
        case let how: return server.records.touch(numbers[1], how - 1, at: now)
        }
        guard let last = lastWish else { return }
        server.records.addWish(last.name, price: last.price, child: last.child, at: now, server.time(at: now))
    }

    func enter(child: Int, cents: Int, text: String, by name: String) async throws {
        let content = IntentRow.Content(
            amount: Decimal(coefficient: Int128(cents), scale: 2)!, category: "Toys", description: text)
        if try await accept(.transaction(content), child: child, by: name) { lastEntry = (child, cents, text) }
    }

    @discardableResult
    func accept(
        _ order: IntentRow.Order, child: Int, by name: String, photo: [UInt8]? = nil
    ) async throws -> Bool {
        guard let store = program?.store, now >= sleepsUntil else { return false }
        try before("intent.accept")
        let id = IntentRow.ID(rawValue: "entry-\(now)")
        let outcome: NewIntent.Acceptance
        do {
            guard let account = try await store.read("account", { try $0.account(named: name) }),
                let person = account.userID
            else { return false }
            var new = NewIntent(id: id, account: account, child: server.children[child].rowID, order: order)
            new.photo = photo
            outcome = try await StoredIntents(store).accept(new, now: wall)
            if case .accepted = outcome { memory.acceptedBy[id] = person }
        } catch  where error.kind == .inputOutput {
            // A sync that failed may have reached the disk: nobody can say before the next start opens what is there.
            trace.note(now, "entry in doubt: \(error.kind.rawValue)")
            return false
        } catch {
            refusedEntries.insert(id)
            trace.note(now, "entry refused: \(error.kind.rawValue)")
            return false
        }
        guard case .accepted = outcome else {
            refusedEntries.insert(id)
            return false
        }
        accepted.append(id)
        photos[id] = photo.map(MediaFiles.hash)
        trace.note(now, "entry \(id.rawValue)")
        try await after("intent.accept")
        try await tellAll(.intentsChanged)
        return true
    }
}

extension OrderTask {
    /// By which kills name it.
    var name: String {
        switch self {
        case .load: "look at the orders"
        case .mark: "mark"
        case .record: "outcome"
        case .examine: "look at an order"
        case .judge: "order"
        case .park: "park"
        }
    }
}
