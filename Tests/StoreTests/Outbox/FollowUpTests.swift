import SQLite
import Testing
import Values

@testable import Store

@Suite("What is told again, or told others, while nobody has seen it", .timeLimit(.minutes(1)))
struct FollowUpTests {
    private static let again = DeliveryTiming(again: DeliveryTiming.Again(every: .seconds(600), times: 2))
    private static let ladder = DeliveryTiming(ladder: [
        DeliveryTiming.Rung(after: .seconds(600), targets: ["mum", "gran"]),
        DeliveryTiming.Rung(after: .seconds(1_200), targets: ["dad"]),
    ])
    private static let root = AlertRow.Key(rawValue: "new|https://family.example|txn-1")

    private static func at(_ seconds: Int64) -> Timestamp { OutboxFixture.later(seconds) }

    /// One alert to "phone", told at once.
    private func outbox(_ timing: DeliveryTiming, told: Bool = true) async throws -> OutboxFixture {
        let outbox = try await OutboxFixture()
        try await outbox.alert(1, to: ["phone"], timing: timing)
        if told { try await tell(outbox, 1) }
        return outbox
    }

    private func tell(_ outbox: OutboxFixture, _ number: Int64) async throws {
        _ = try await outbox.begin(number)
        try await outbox.finish(number, .delivered)
    }

    @discardableResult
    private func carryOut(
        _ outbox: OutboxFixture, at seconds: Int64, heldUntil: Timestamp? = nil
    ) async throws -> Int {
        try await outbox.store.write { try $0.carryOutFollowUps(at: Self.at(seconds)) { _, _ in heldUntil } }
    }

    private func next(_ outbox: OutboxFixture) async throws -> Timestamp? {
        try await outbox.store.read { try $0.nextFollowUp() }
    }

    /// Of each delivery its target and, if it is a reminder, which.
    private func listed(_ outbox: OutboxFixture) async throws -> [String] {
        try await outbox.store.deliveries().reversed().map { delivery in
            let work = try #require(delivery.work)
            let reminder = work.alert.reminder.map { " \($0.kind.rawValue) \($0.step)/\($0.times)" } ?? ""
            return work.delivery.target + reminder
        }
    }

    @Test("it is told again as often as the rule says, each as an alert of its own that says the same")
    func again() async throws {
        let outbox = try await outbox(Self.again)
        #expect(try await next(outbox) == Self.at(600))
        #expect(try await carryOut(outbox, at: 599) == 0)
        #expect(try await carryOut(outbox, at: 600) == 1)
        #expect(try await carryOut(outbox, at: 600) == 0)
        #expect(try await next(outbox) == Self.at(1_200))
        try await tell(outbox, 2)
        // The machine slept for a night: one reminder, and no burst of them.
        #expect(try await carryOut(outbox, at: 30_000) == 1)
        #expect(try await carryOut(outbox, at: 90_000) == 0)
        #expect(try await listed(outbox) == ["phone", "phone again 1/2", "phone again 2/2"])
        let reminder = try #require(try await outbox.store.history(of: .init(rawValue: 2))?.delivery.work)
        #expect(reminder.delivery.template == "{child}" && reminder.delivery.style == "{}")
        #expect(reminder.transaction?.id.rawValue == "txn-1" && reminder.child == outbox.child)
        #expect(reminder.alert.createdAt == OutboxFixture.now && reminder.alert.thread == nil)
        let books = try await outbox.store.accounting()
        #expect(books.isBalanced && books.alerts == 3 && books.deliveries == 3)
        #expect(try await outbox.store.recount() == [])
        await outbox.store.close()
    }

    @Test("others are told in order, counted from the first telling, and each once")
    func ladder() async throws {
        let outbox = try await outbox(Self.ladder)
        #expect(try await carryOut(outbox, at: 600) == 2)
        #expect(try await carryOut(outbox, at: 1_199) == 0)
        #expect(try await carryOut(outbox, at: 1_200) == 1)
        #expect(try await next(outbox) == nil)
        #expect(
            try await Set(listed(outbox)) == ["phone", "mum unseen 1/2", "gran unseen 1/2", "dad unseen 2/2"])
        let books = try await outbox.store.accounting()
        #expect(books.isBalanced && books.alerts == 3 && books.deliveries == 4)
        await outbox.store.close()
    }

    @Test("what is held is followed from when it is told, not from when it was planned")
    func heldFirst() async throws {
        let outbox = try await OutboxFixture()
        var timing = Self.ladder
        timing.again = Self.again.again
        try await outbox.alert(1, to: ["phone"], heldUntil: Self.at(3_600), timing: timing)
        #expect(try await next(outbox) == Self.at(4_200))
        try await outbox.alert(2, to: ["phone", "tablet"], at: Self.at(1), timing: DeliveryTiming(group: .seconds(60)))
        timing.group = .seconds(60)
        try await outbox.alert(3, to: ["phone"], at: Self.at(2), timing: timing)
        #expect(try await next(outbox) == Self.at(61 + 600))
        await outbox.store.close()
    }

    @Test("seen, in the first telling or in a reminder, it is told nobody any more")
    func seen() async throws {
        for reminded in [false, true] {
            let outbox = try await outbox(Self.again)
            if reminded {
                try await carryOut(outbox, at: 600)
                try await tell(outbox, 2)
            }
            let key = try await outbox.delivery(reminded ? 2 : 1).alert
            #expect(try await outbox.store.read { try $0.unseen() } == [Self.root])
            var news = Sightings(outbox.store).news().makeAsyncIterator()
            #expect(
                try await Sightings(outbox.store).mark([key], by: "tablet", mustBeTold: true, at: Self.at(700)) == 0)
            #expect(try await Sightings(outbox.store).mark([key], by: "phone", mustBeTold: true, at: Self.at(700)) == 1)
            let told = try #require(await news.next())
            #expect(told.place == "phone" && told.told.mapValues(\.count) == ["phone": reminded ? 2 : 1])
            #expect(try await carryOut(outbox, at: 2_000) == 1, "it is looked at once more")
            #expect(try await next(outbox) == nil)
            #expect(try await listed(outbox).count == (reminded ? 2 : 1))
            let seen = try await outbox.store.history(of: .init(rawValue: 1))?.delivery.work
            #expect(seen?.seen?.by == "phone", "whichever of them it was")
            #expect(seen?.proof(taken: .accepted) == .seen)
            await outbox.store.close()
        }
    }

    @Test("a reminder that waits is told nobody who has seen it meanwhile, nor when the matter is over")
    func waiting() async throws {
        for isSeen in [true, false] {
            let outbox = try await OutboxFixture()
            var delivery = PlannedDelivery(target: "phone", rule: "all")
            delivery.timing = Self.again
            let planned = delivery
            let begun = AlertRow.Notice(subject: "mum", sentence: "s", since: OutboxFixture.now, isOver: false)
            try await outbox.store.writeAlerts {
                ((), try $0.tell(begun, as: .connectionLost, to: [planned], at: Self.at(0)) ?? [])
            }
            try await tell(outbox, 1)
            try await carryOut(outbox, at: 600, heldUntil: Self.at(9_000))
            #expect(try await outbox.delivery(2).state == .queued)
            if isSeen {
                let key = try await outbox.delivery(1).alert
                try await Sightings(outbox.store).mark([key], by: "phone", at: Self.at(700))
            } else {
                let over = AlertRow.Notice(subject: "mum", sentence: "s", since: OutboxFixture.now, isOver: true)
                try await outbox.store.writeAlerts {
                    ((), try $0.tell(over, as: .connectionLost, to: [], at: Self.at(700)) ?? [])
                }
            }
            let reminder = try await outbox.delivery(2)
            #expect(reminder.state == .skipped && reminder.reason == .handled)
            #expect(try await outbox.store.accounting().isBalanced)
            await outbox.store.close()
        }
    }

    @Test("what is over is told nobody any more, and that it is over is not told twice")
    func handled() async throws {
        let outbox = try await OutboxFixture()
        for (isOver, moment) in [(false, Self.at(0)), (true, Self.at(100))] {
            var delivery = PlannedDelivery(target: "phone", rule: "all")
            delivery.timing = Self.again
            let planned = delivery
            let notice = AlertRow.Notice(subject: "mum", sentence: "s", since: OutboxFixture.now, isOver: isOver)
            try await outbox.store.writeAlerts {
                ((), try $0.tell(notice, as: .connectionLost, to: [planned], at: moment) ?? [])
            }
        }
        for number in 1...2 as ClosedRange<Int64> { try await tell(outbox, number) }
        #expect(try await carryOut(outbox, at: 10_000) == 1, "nothing follows the second")
        #expect(try await next(outbox) == nil)
        #expect(try await listed(outbox).count == 2)
        await outbox.store.close()
    }

    @Test("what has not arrived yet is not told a second time beside it; what a person gave up is not told again")
    func standing() async throws {
        for (state, decision): (DeliveryRow.State, FollowUpEvidence.Decision) in [
            (.queued, .wait), (.attempting, .wait), (.inDoubt, .wait), (.delivered, .tell), (.skipped, .end),
            (.dead, .end), (.discarded, .end),
        ] {
            #expect(FollowUpEvidence(last: (state, .silenced)).decision(.again) == decision)
            #expect(FollowUpEvidence(last: (state, .silenced)).decision(.unseen) == .tell)
            for evidence in [
                FollowUpEvidence(isSeen: true, last: (state, nil)),
                FollowUpEvidence(isHandled: true, last: (state, nil)),
            ] {
                #expect(evidence.decision(.again) == .end && evidence.decision(.unseen) == .end)
            }
        }
        #expect(FollowUpEvidence(last: (.skipped, .notRepeated)).decision(.again) == .tell, "it may have arrived")
        let outbox = try await outbox(Self.again, told: false)
        #expect(try await carryOut(outbox, at: 600) == 1)
        #expect(try await listed(outbox) == ["phone"])
        #expect(try await next(outbox) == Self.at(1_200), "the same reminder, later")
        try await tell(outbox, 1)
        try await carryOut(outbox, at: 1_200)
        #expect(try await listed(outbox) == ["phone", "phone again 1/2"])
        await outbox.store.close()
    }

    @Test("nothing follows what nobody is told, and a reminder that falls into silence is the last")
    func silenced() async throws {
        let outbox = try await OutboxFixture()
        let child = outbox.child
        _ = try await outbox.store.write {
            try $0.silence(.child(child.server, child.id), until: Self.at(60), at: Self.at(0))
        }
        try await outbox.alert(1, to: ["phone"], timing: Self.again)
        #expect(try await next(outbox) == nil)
        try await outbox.alert(2, to: ["phone"], at: Self.at(100), timing: Self.again)
        try await tell(outbox, 2)
        _ = try await outbox.store.write {
            try $0.silence(.child(child.server, child.id), until: Self.at(800), at: Self.at(600))
        }
        try await carryOut(outbox, at: 700)
        #expect(try await outbox.delivery(3).state == .skipped)
        #expect(try await outbox.delivery(3).reason == .silenced)
        try await carryOut(outbox, at: 5_000)
        #expect(try await next(outbox) == nil)
        #expect(try await listed(outbox).count == 3)
        await outbox.store.close()
    }

    @Test("a reminder in quiet hours is held over them, and the next waits for it")
    func quiet() async throws {
        let outbox = try await outbox(Self.again)
        try await carryOut(outbox, at: 600, heldUntil: Self.at(9_000))
        #expect(try await outbox.delivery(2).heldUntil == Self.at(9_000))
        try await carryOut(outbox, at: 1_200)
        #expect(try await listed(outbox).count == 2)
        await outbox.store.close()
    }

    @Test("killed before, in and after the commit that tells it, it is told once")
    func killed() async throws {
        struct Crash: Error {}
        let folder = try TestStore()
        var outbox = try await OutboxFixture(in: folder)
        try await outbox.alert(1, to: ["phone"], timing: Self.ladder)
        for round in 0..<3 {
            // What was not committed is as if it had never been begun.
            await #expect(throws: (any Error).self) {
                try await outbox.store.write { transaction in
                    _ = try transaction.carryOutFollowUps(at: Self.at(600)) { _, _ in nil }
                    throw Crash()
                }
            }
            if round == 1 { try await carryOut(outbox, at: 600) }
            await outbox.store.close()
            outbox = try await OutboxFixture(in: folder)
            #expect(try await listed(outbox).count == (round < 1 ? 1 : 3))
        }
        #expect(try await next(outbox) == Self.at(1_200))
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("a fact that comes a second time plans nothing anew, nor does one that a store before this one has told")
    func once() async throws {
        let outbox = try await outbox(Self.again)
        try await Sightings(outbox.store).mark([Self.root], by: "phone", at: Self.at(1))
        try await carryOut(outbox, at: 600)
        #expect(try await !outbox.alert(1, to: ["phone"], timing: Self.again))
        #expect(try await next(outbox) == nil)
        try await outbox.store.write {
            try $0.run(FollowUpTests.tellBefore, "new|https://family.example|txn-2", "phone")
        }
        try await outbox.alert(2, to: ["phone"], timing: Self.again)
        #expect(try await next(outbox) == nil)
        await outbox.store.close()
    }

    private static let tellBefore = Update<String, String>(
        "test.tellBefore", "INSERT INTO told (alert, target, at) VALUES (?1, ?2, 0)")

    @Test(
        "a clock that is set moves what is due; one that was set back while nothing ran keeps nothing back for longer")
    func clock() async throws {
        let outbox = try await outbox(Self.again)
        try await outbox.store.write { try $0.moveFollowUps(by: .seconds(-3_600)) }
        #expect(try await next(outbox) == Self.at(-3_000))
        try await outbox.store.write { try $0.shortenFollowUps(at: Self.at(-90_000)) }
        #expect(try await next(outbox) == Self.at(-89_400))
        try await outbox.store.write { try $0.shortenFollowUps(at: Self.at(0)) }
        #expect(try await next(outbox) == Self.at(-89_400), "what is overdue stays so")
        await outbox.store.close()
    }
}
