import SQLite
import Testing
import Values

@testable import Store

@Suite("What may not be told any more, in the outbox", .timeLimit(.minutes(4)))
struct BarringTests {
    private func bar(_ outbox: OutboxFixture, _ number: Int64) async throws {
        try await outbox.store.write { try $0.bar(.init(rawValue: number), detail: "why", now: OutboxFixture.now) }
    }

    @Test("what waits, is marked, in doubt or held is skipped with its reason; what was never sent is no attempt")
    func states() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["phone"]) }
        try await outbox.alert(4, to: ["phone"], heldUntil: OutboxFixture.later(600))
        try await outbox.alert(5, to: ["phone"])
        _ = try await outbox.begin(2, 3, 5)
        try await outbox.finish(3, .inDoubt(retryAt: OutboxFixture.now))
        try await outbox.finish(5, .delivered)
        for number: Int64 in 1...5 { try await bar(outbox, number) }
        for number: Int64 in 1...4 {
            let delivery = try await outbox.delivery(number)
            #expect(delivery.state == .skipped && delivery.reason == .barred && delivery.detail == "why")
            #expect(delivery.body == nil && delivery.heldUntil == nil)
        }
        #expect(try await outbox.delivery(5).state == .delivered, "what was told is told")
        #expect(try await outbox.attempts(2).isEmpty)
        #expect(try await outbox.attempts(3).count == 1)
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("the others of a digest go on without it, and not in the words that named it")
    func digest() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["phone"], at: OutboxFixture.later(-86_400)) }
        let policy = DigestPolicy(threshold: 3)
        let count = try await outbox.store.write { try $0.gather("phone", policy, now: OutboxFixture.now) }
        #expect(count == 3)
        let number = try #require(try await outbox.delivery(1).digest)
        let lead = DeliveryRow.Number(rawValue: 1)
        try await outbox.store.turn(
            finish: [], begin: [AttemptStart(lead, body: [7], digest: number)], now: OutboxFixture.now)
        try await outbox.store.turn(
            finish: [AttemptEnd(lead, .retry(at: OutboxFixture.now), digest: number)], begin: [],
            now: OutboxFixture.now)
        try await bar(outbox, 2)
        let work = try await outbox.store.read { try $0.digest(number).work }
        #expect(work?.members.map(\.delivery.number.rawValue) == [1, 3])
        #expect(work?.row.number == number && work?.row.body == nil)
        await outbox.store.close()
    }

    @Test("a lane that begins forgets what was sent before if it is told to, also of what a person may send again")
    func forgets() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...3 { try await outbox.alert(number, to: ["phone"]) }
        try await outbox.alert(4, to: ["house"])
        _ = try await outbox.begin(1, 2, 3, 4)
        try await outbox.finish(1, .retry(at: OutboxFixture.now))
        try await outbox.finish(2, .dead, reason: .rejected)
        try await outbox.store.beginLane("phone", finish: [], now: OutboxFixture.now)
        for number: Int64 in 1...4 { #expect(try await outbox.delivery(number).body == [UInt8(number)]) }
        try await outbox.store.beginLane("phone", finish: [], forgetsBodies: true, now: OutboxFixture.now)
        for number: Int64 in 1...3 { #expect(try await outbox.delivery(number).body == nil) }
        #expect(try await outbox.delivery(4).body == [4], "another target's")
        await outbox.store.close()
    }
}
