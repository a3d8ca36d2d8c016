import SQLite
import Testing
import Values

@testable import Store

@Suite("What is told again, or told others, while nobody has seen it", .timeLimit(.minutes(4)))
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

    private func tell(_ outbox: OutboxFixture, _ number: Int64, at seconds: Int64 = 0) async throws {
        _ = try await outbox.begin(number, now: Self.at(seconds))
        try await outbox.finish(number, .delivered, now: Self.at(seconds))
    }

    @discardableResult
    private func carryOut(
        _ outbox: OutboxFixture, at seconds: Int64, heldUntil: Timestamp? = nil,
        refusing refused: [String: DroppedDelivery.Reason] = [:],
        counts: @escaping Sightings.Counting = { _, _, _ in true }
    ) async throws -> Int {
        try await outbox.store.write {
            try $0.carryOutFollowUps(at: Self.at(seconds), counts: counts) { row, _ in
                refused[row.target].map { .refused($0) } ?? .told(heldUntil: heldUntil)
            }
        }
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

    @Test("it is counted from what the target has taken, however late that was; of a digest too")
    func taken() async throws {
        let outbox = try await outbox(Self.again, told: false)
        try await carryOut(outbox, at: 600)
        #expect(try await next(outbox) == Self.at(1_200), "it waits, and nobody knows for how long")
        try await tell(outbox, 1, at: 1_100)
        #expect(try await next(outbox) == Self.at(1_700))
        try await carryOut(outbox, at: 1_700)
        try await tell(outbox, 2, at: 2_000)
        #expect(try await next(outbox) == Self.at(2_600), "the second from the first")
        await outbox.store.close()
    }

    @Test("what was told in a digest is told again from when that was taken; what is another's is not touched")
    func takenTogether() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 {
            try await outbox.alert(number, to: [number == 3 ? "tablet" : "phone"], timing: Self.again)
        }
        let first = DeliveryRow.Number(rawValue: 1)
        let policy = DigestPolicy(threshold: 2, patience: .zero)
        #expect(try await outbox.store.write { try $0.gather("phone", policy, now: Self.at(300)) } == 2)
        let digest = try #require(try await outbox.delivery(1).digest)
        try await outbox.store.turn(
            finish: [], begin: [AttemptStart(first, body: nil, digest: digest)], now: Self.at(300))
        try await outbox.store.turn(
            finish: [AttemptEnd(first, .delivered, digest: digest)], begin: [], now: Self.at(300))
        let due = try await outbox.store.read { snapshot in
            try (1...3).flatMap {
                try snapshot.followUps(of: .init(rawValue: "new|https://family.example|txn-\($0)")).map(\.dueAt)
            }
        }
        #expect(due == [Self.at(900), Self.at(900), Self.at(600)])
        await outbox.store.close()
    }

    @Test("who may not be told by then is told nothing, which is written down; others are")
    func refused() async throws {
        let outbox = try await outbox(Self.ladder)
        try await carryOut(outbox, at: 1_200, refusing: ["mum": .forParents, "dad": .notConfigured])
        #expect(try await next(outbox) == nil)
        #expect(try await listed(outbox) == ["phone", "gran unseen 1/2"])
        let dropped = try await outbox.store.read { try $0.dropped(of: Self.root) }
        #expect(
            dropped.map { "\($0.target) \($0.rule ?? "") \($0.reason)" } == [
                "dad all notConfigured", "mum all forParents",
            ])
        let books = try await outbox.store.accounting()
        #expect(books.isBalanced && books.deliveries == 2)
        await outbox.store.close()
        let reminded = try await self.outbox(Self.again)
        try await carryOut(reminded, at: 600, refusing: ["phone": .otherChild])
        #expect(try await next(reminded) == nil, "and not the next time either")
        await reminded.store.close()
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
            for (place, count) in [("tablet", 0), ("phone", 1)] {
                let marked = try await Sightings(outbox.store).mark(
                    [key], by: place, mustBeTold: true, at: Self.at(700), counts: Sightings.everybody)
                #expect(marked == count)
            }
            let told = try #require(await news.next())
            #expect(told.place == "phone" && told.told.mapValues(\.count) == ["phone": reminded ? 2 : 1])
            #expect(try await carryOut(outbox, at: 2_000) == 1, "it is looked at once more")
            #expect(try await next(outbox) == nil)
            #expect(try await listed(outbox).count == (reminded ? 2 : 1))
            let seen = try await outbox.store.history(of: .init(rawValue: 1))?.delivery.work
            #expect(seen?.sightings.map(\.by) == ["phone"], "whichever of them it was")
            #expect(seen?.proof(taken: .accepted) == .seen)
            await outbox.store.close()
        }
    }

    /// Who looks at the tablet speaks for nobody else, but for those who are told next where nobody else was told first.
    private static let tablet: Sightings.Counting = { place, target, told in
        place != "tablet" || target == "tablet" || told == ["tablet"]
    }

    @Test("a look that does not count for a target ends nothing there, and one that does is kept beside it")
    func another() async throws {
        let outbox = try await OutboxFixture()
        var timing = Self.ladder
        timing.again = Self.again.again
        try await outbox.alert(1, to: ["phone", "tablet"], timing: timing)
        for number in 1...2 as ClosedRange<Int64> { try await tell(outbox, number) }
        let sightings = Sightings(outbox.store)
        try await sightings.mark([Self.root], by: "tablet", mustBeTold: true, at: Self.at(1), counts: Self.tablet)
        try await carryOut(outbox, at: 600, counts: Self.tablet)
        #expect(
            try await Set(listed(outbox))
                == ["phone", "tablet", "phone again 1/2", "mum unseen 1/2", "gran unseen 1/2"])
        // They wait. The tablet's look at another reminder takes none away; the phone's takes all.
        let reminders = try await outbox.store.deliveries().compactMap(\.work).filter { $0.alert.reminder != nil }
        let again = try #require(reminders.first { $0.alert.reminder?.kind == .again }).alert.key
        for (place, states) in [("tablet", [DeliveryRow.State.queued]), ("phone", [.skipped])] {
            #expect(try await sightings.mark([again], by: place, at: Self.at(700), counts: Self.tablet) == 1)
            for reminder in reminders {
                #expect(try await states.contains(outbox.delivery(reminder.delivery.number.rawValue).state), "\(place)")
            }
        }
        try await carryOut(outbox, at: 5_000, counts: Self.tablet)
        #expect(try await next(outbox) == nil)
        #expect(try await listed(outbox).count == 5)
        let told = try await outbox.store.deliveries().compactMap(\.work).filter { $0.alert.key == Self.root }
        #expect(told.map { $0.proof(taken: .accepted) } == [.seen, .seen], "the later look is kept, too")
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("who is told next is told because those who were told first have not looked, whoever they are")
    func firstTold() async throws {
        for (first, count) in [(["tablet"], 1), (["tablet", "phone"], 4)] {
            let outbox = try await OutboxFixture()
            try await outbox.alert(1, to: first, timing: Self.ladder)
            try await Sightings(outbox.store).mark([Self.root], by: "tablet", at: Self.at(1), counts: Self.tablet)
            try await carryOut(outbox, at: 600, counts: Self.tablet)
            #expect(try await listed(outbox).count == count)
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
                try await Sightings(outbox.store).mark(
                    [key], by: "phone", at: Self.at(700), counts: Sightings.everybody)
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
                    _ = try transaction.carryOutFollowUps(at: Self.at(600), counts: Sightings.everybody) { _, _ in
                        .told(heldUntil: nil)
                    }
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
        try await Sightings(outbox.store).mark(
            [Self.root], by: "phone", at: Self.at(1), counts: Sightings.everybody)
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
        try await outbox.store.write { try $0.moveFollowUps(by: .seconds(-3_600), now: Self.at(-3_600)) }
        #expect(try await next(outbox) == Self.at(-3_000))
        // The same once more, of a row that is by the new clock already.
        try await outbox.store.write { try $0.moveFollowUps(by: .seconds(-3_600), now: Self.at(-3_600)) }
        #expect(try await next(outbox) == Self.at(-3_000), "what was planned after the step is not moved")
        try await outbox.store.write { try $0.moveFollowUps(by: .seconds(7_200), now: Self.at(3_600)) }
        #expect(try await next(outbox) == Self.at(4_200))
        try await outbox.store.write { try $0.moveFollowUps(by: .seconds(7_200), now: Self.at(3_601)) }
        #expect(try await next(outbox) == Self.at(4_200), "nor of a step forward")
        try await outbox.store.write { try $0.moveFollowUps(by: .seconds(-7_200), now: Self.at(-3_600)) }
        #expect(try await next(outbox) == Self.at(-3_000))
        try await outbox.store.write { try $0.shortenFollowUps(at: Self.at(-90_000)) }
        #expect(try await next(outbox) == Self.at(-89_400))
        try await outbox.store.write { try $0.shortenFollowUps(at: Self.at(0)) }
        #expect(try await next(outbox) == Self.at(-89_400), "what is overdue stays so")
        await outbox.store.close()
    }
}
