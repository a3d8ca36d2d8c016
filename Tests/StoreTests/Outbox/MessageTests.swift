import Testing
import Values

@testable import Store

@Suite("What targets show of a matter", .timeLimit(.minutes(4)))
struct MessageTests {
    private static let thread = "chore|https://family.example|7"

    /// Tells of a matter, or ends it.
    private func tell(
        _ number: Int, isEnd: Bool = false, to deliveries: [PlannedDelivery], barred: Set<String> = [],
        in outbox: OutboxFixture, isLate: Bool = false
    ) async throws {
        let (child, moment) = (outbox.child, OutboxFixture.later(Int64(number)))
        try await outbox.store.writeAlerts { transaction in
            let row = TransactionRow.sample(number, of: child)
            _ = try transaction.insert(row)
            var planned = PlannedAlert(
                key: .init(rawValue: "\(Self.thread)|\(number)"), event: .transaction, deliveries: deliveries)
            (planned.thread, planned.closesThread, planned.barred) = (Self.thread, isEnd, barred)
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: "https://family.example", isLate: isLate,
                at: moment)
            return ((), try transaction.insert(planned, for: change) ?? [])
        }
    }

    private func tell(problemIsOver isOver: Bool, to targets: [String], in outbox: OutboxFixture) async throws {
        let notice = AlertRow.Notice(subject: "mum", sentence: "x", since: OutboxFixture.now, isOver: isOver)
        try await outbox.store.writeAlerts { transaction in
            let born = try transaction.tell(
                notice, as: .signInNeeded, to: targets.map { PlannedDelivery(target: $0) },
                at: OutboxFixture.later(isOver ? 60 : 0))
            return ((), born ?? [])
        }
    }

    private func deliver(_ number: Int64, as message: String?, in outbox: OutboxFixture) async throws {
        #expect(try await outbox.begin(number).count == 1)
        var end = AttemptEnd(.init(rawValue: number), .delivered)
        end.message = message
        try await outbox.store.turn(finish: [end], begin: [], now: OutboxFixture.later(5))
    }

    private func work(_ number: Int64, in outbox: OutboxFixture) async throws -> DeliveryWork {
        try #require(try await outbox.store.history(of: .init(rawValue: number))?.delivery.work)
    }

    private func message(at target: String, in outbox: OutboxFixture) async throws -> MessageRow? {
        try await outbox.store.read { try $0.message(of: Self.thread, at: target) }
    }

    @Test("what ends a matter gets the message that shows it, and is the last to change it, also after a restart")
    func changed() async throws {
        let folder = try TestStore()
        var outbox = try await OutboxFixture(in: folder)
        try await tell(1, to: [PlannedDelivery(target: "chat"), PlannedDelivery(target: "mail")], in: outbox)
        try await deliver(1, as: "-100/7", in: outbox)
        try await deliver(2, as: nil, in: outbox)
        #expect(try await message(at: "chat", in: outbox)?.isOpen == true)
        await outbox.store.close()
        outbox = try await OutboxFixture(in: folder)
        try await tell(2, isEnd: true, to: ["chat", "mail"].map { PlannedDelivery(target: $0) }, in: outbox)
        #expect(try await work(3, in: outbox).message == "-100/7")
        #expect(try await work(4, in: outbox).message == nil)
        #expect(try await work(1, in: outbox).message == nil, "what begins a matter changes nothing")
        try await deliver(3, as: "-100/7", in: outbox)
        #expect(try await message(at: "chat", in: outbox)?.isOpen == false)
        // It begins anew: what showed the one before is left as it is.
        try await tell(3, to: [PlannedDelivery(target: "chat")], in: outbox)
        try await deliver(5, as: "-100/8", in: outbox)
        let row = try #require(try await message(at: "chat", in: outbox))
        #expect(row.isOpen && row.remote == "-100/8" && row.delivery == .init(rawValue: 5))
        await outbox.store.close()
    }

    @Test("a matter is over everywhere it is shown, whomever its end is to be told; it looks there as before")
    func everywhere() async throws {
        let outbox = try await OutboxFixture()
        let chat = PlannedDelivery(target: "chat", rule: "waiting", template: "{child}", style: #"{"title":"x"}"#)
        try await tell(1, to: [chat, PlannedDelivery(target: "mail")], in: outbox)
        try await deliver(1, as: "7", in: outbox)
        try await deliver(2, as: nil, in: outbox)
        try await tell(2, isEnd: true, to: [PlannedDelivery(target: "house")], in: outbox)
        let last = try await outbox.delivery(4)
        #expect(last.target == "chat" && last.rule == "waiting" && last.style == #"{"title":"x"}"#)
        #expect(last.template == nil, "the words are those of the end")
        #expect(try await work(4, in: outbox).message == "7")
        let all = try await outbox.store.deliveries(matching: DeliveryFilter(limit: 10)).count
        #expect(all == 4, "who can change nothing gets no second message that nobody asked for")
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("who may not know by then is told no end of what was shown there before")
    func barred() async throws {
        let outbox = try await OutboxFixture()
        try await tell(1, to: [PlannedDelivery(target: "chat"), PlannedDelivery(target: "kid")], in: outbox)
        for number in 1...2 as ClosedRange<Int64> { try await deliver(number, as: "7", in: outbox) }
        try await tell(2, isEnd: true, to: [], barred: ["kid"], in: outbox)
        #expect(try await outbox.waiting("chat").count == 1)
        #expect(try await outbox.waiting("kid") == [])
        await outbox.store.close()
    }

    @Test("what is being told as it ends is ended there, too")
    func underWay() async throws {
        let outbox = try await OutboxFixture()
        try await tell(1, to: [PlannedDelivery(target: "chat")], in: outbox)
        _ = try await outbox.begin(1)
        try await tell(2, isEnd: true, to: [], in: outbox)
        #expect(try await outbox.delivery(2).target == "chat")
        await outbox.store.close()
    }

    @Test("nobody is told of a problem that is over by then, nor that it is; a later one is told")
    func unheard() async throws {
        let outbox = try await OutboxFixture()
        try await tell(problemIsOver: false, to: ["chat", "mail"], in: outbox)
        try await deliver(2, as: nil, in: outbox)
        try await tell(problemIsOver: true, to: ["chat", "mail"], in: outbox)
        for number: Int64 in [1, 3] {
            let delivery = try await outbox.delivery(number)
            #expect(delivery.state == .skipped && delivery.reason == .handled && delivery.target == "chat")
        }
        #expect(try await outbox.delivery(1).detail == "it was over before it was told")
        #expect(try await outbox.delivery(4).state == .queued, "mail has been told")
        #expect(try await outbox.waiting("chat") == [])
        #expect(try await outbox.store.recount() == [])
        await outbox.store.close()
    }

    @Test("what was held or may have arrived is not told after its end; what its end says is news by itself")
    func held() async throws {
        let outbox = try await OutboxFixture()
        let night = OutboxFixture.later(3_600)
        try await tell(1, to: [PlannedDelivery(target: "chat", heldUntil: night), .init(target: "mail")], in: outbox)
        _ = try await outbox.begin(2)
        try await outbox.finish(2, .inDoubt(retryAt: OutboxFixture.now), reason: .timedOut)
        try await tell(2, isEnd: true, to: ["chat", "mail"].map { PlannedDelivery(target: $0) }, in: outbox)
        for number: Int64 in [1, 2] { #expect(try await outbox.delivery(number).state == .skipped) }
        #expect(try await outbox.delivery(1).heldUntil == nil)
        #expect(try await outbox.waiting("chat") == [3])
        #expect(try await outbox.waiting("mail") == [4])
        await outbox.store.close()
    }

    @Test("an end that only changes a message waits for no morning, obeys no silence, and is in no digest")
    func quiet() async throws {
        let outbox = try await OutboxFixture()
        try await tell(1, to: [PlannedDelivery(target: "chat"), PlannedDelivery(target: "mail")], in: outbox)
        try await deliver(1, as: "7", in: outbox)
        try await deliver(2, as: nil, in: outbox)
        _ = try await outbox.store.write {
            try $0.silence(.target("chat"), until: OutboxFixture.later(3_600), at: OutboxFixture.now)
        }
        let night = OutboxFixture.later(7_200)
        let all = ["chat", "mail"].map { PlannedDelivery(target: $0, heldUntil: night) }
        try await tell(2, isEnd: true, to: all, in: outbox)
        let change = try await outbox.delivery(3)
        #expect(change.state == .queued && change.heldUntil == nil)
        #expect(try await outbox.delivery(4).heldUntil == night)
        try await outbox.alert(8, to: ["chat"])
        try await outbox.alert(9, to: ["chat"])
        let policy = DigestPolicy(threshold: 2, patience: .zero)
        let gathered = try await outbox.store.write { try $0.gather("chat", policy, now: OutboxFixture.later(90)) }
        #expect(gathered == 0, "silence has taken the others, and the end goes by itself")
        try await outbox.alert(10, to: ["chat"], at: OutboxFixture.later(3_700))
        try await outbox.alert(11, to: ["chat"], at: OutboxFixture.later(3_700))
        #expect(try await outbox.store.write { try $0.gather("chat", policy, now: OutboxFixture.later(4_000)) } == 2)
        #expect(try await outbox.delivery(3).digest == nil)
        await outbox.store.close()
    }

    @Test("a message that is gone is forgotten with the outcome that says so, and the target has answered")
    func gone() async throws {
        let outbox = try await OutboxFixture()
        try await tell(1, to: [PlannedDelivery(target: "chat")], in: outbox)
        try await deliver(1, as: "7", in: outbox)
        try await tell(2, isEnd: true, to: [PlannedDelivery(target: "chat")], in: outbox)
        _ = try await outbox.begin(2)
        let end = AttemptEnd(.init(rawValue: 2), .retry(at: OutboxFixture.later(6)), reason: .messageGone)
        #expect(end.sign == .answered)
        try await outbox.store.turn(finish: [end], begin: [], now: OutboxFixture.later(6))
        #expect(try await message(at: "chat", in: outbox) == nil)
        #expect(try await work(2, in: outbox).message == nil)
        #expect(try await outbox.waiting("chat", now: OutboxFixture.later(6)) == [2])
        await outbox.store.close()
    }

    @Test("a living message is changed by whatever tells of its child, for a day, and then a new one begins")
    func living() async throws {
        let outbox = try await OutboxFixture()
        let child = outbox.child
        func tell(_ number: Int, at moment: Timestamp, heldUntil: Timestamp? = nil) async throws {
            var delivery = PlannedDelivery(target: "chat", heldUntil: heldUntil)
            delivery.living = "living|money|c1"
            let planned = [delivery]
            try await outbox.store.write { transaction in
                let row = TransactionRow.sample(number, of: child)
                _ = try transaction.insert(row)
                let change = FactChange(
                    kind: .transactionAdded(row), child: child, origin: "https://family.example", isLate: false,
                    at: moment)
                let alert = PlannedAlert(
                    key: .init(rawValue: "new|\(number)"), event: .transaction, deliveries: planned)
                _ = try transaction.insert(alert, for: change)
            }
        }
        func deliver(_ number: Int64, as message: String, at moment: Timestamp) async throws {
            _ = try await outbox.begin(number)
            var end = AttemptEnd(.init(rawValue: number), .delivered)
            end.message = message
            try await outbox.store.turn(finish: [end], begin: [], now: moment)
        }
        try await tell(1, at: OutboxFixture.now)
        try await deliver(1, as: "7", at: OutboxFixture.now)
        try await tell(2, at: OutboxFixture.later(80_000), heldUntil: OutboxFixture.later(100_000))
        #expect(try await outbox.delivery(2).heldUntil == nil, "a change wakes nobody")
        let second = try await work(2, in: outbox)
        #expect(second.message == "7" && second.isLiving && second.newest.map(\.position) == [2, 1])
        try await deliver(2, as: "7", at: OutboxFixture.later(80_000))
        let row = try #require(try await outbox.store.read { try $0.message(of: "living|money|c1", at: "chat") })
        #expect(row.isOpen && row.delivery == .init(rawValue: 2))
        // A day after it was made, whenever it was changed.
        try await tell(3, at: OutboxFixture.later(86_400))
        #expect(try await work(3, in: outbox).message == nil)
        try await deliver(3, as: "8", at: OutboxFixture.later(86_400))
        try await tell(4, at: OutboxFixture.later(90_000))
        #expect(try await work(4, in: outbox).message == "8")
        #expect(try await work(4, in: outbox).newest.count == 4)
        await outbox.store.close()
    }

    @Test("a digest is no matter's message; what was changed long ago is forgotten")
    func forgotten() async throws {
        let outbox = try await OutboxFixture()
        try await tell(1, to: [PlannedDelivery(target: "chat")], in: outbox)
        _ = try await outbox.begin(1)
        var end = AttemptEnd(.init(rawValue: 1), .delivered, digest: DigestRow.Number(rawValue: 1))
        end.message = "7"
        let told = end
        try await outbox.store.write { try $0.noteMessage(of: .init(rawValue: 1), told, now: OutboxFixture.now) }
        #expect(try await message(at: "chat", in: outbox) == nil)
        try await outbox.finish(1, .retry(at: OutboxFixture.now), reason: .serverError)
        try await deliver(1, as: "7", in: outbox)
        for (seconds, count) in [(5, 0), (6, 1)] as [(Int64, Int)] {
            let gone = try await outbox.store.write {
                try $0.forgetMessages(before: OutboxFixture.later(seconds), 10)
            }
            #expect(gone == count)
        }
        await outbox.store.close()
    }
}
