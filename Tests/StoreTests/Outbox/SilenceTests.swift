import SQLite
import Store
import Testing
import Values

@Suite("Silences in the outbox", .timeLimit(.minutes(4)))
struct SilenceTests {
    private static let end = OutboxFixture.later(7_200)

    private func silence(
        _ outbox: OutboxFixture, _ subject: SilenceRow.Subject, until moment: Timestamp = end,
        at now: Timestamp = OutboxFixture.now
    ) async throws -> SilenceRow {
        let row = try await outbox.store.write { try $0.silence(subject, until: moment, at: now) }
        return try #require(row)
    }

    private func open(_ outbox: OutboxFixture, at moment: Timestamp = OutboxFixture.now) async throws -> [SilenceRow] {
        try await outbox.store.read { try $0.silences(at: moment) }
    }

    @Test("of a silent child nobody is told, through a silent target nothing; it is recorded, and a person can send it")
    func skipped() async throws {
        let outbox = try await OutboxFixture()
        _ = try await silence(outbox, .target("phone"))
        let door = LaneDoor(limit: 4, body: nil)
        door.open {}
        try await outbox.alert(1, to: ["phone", "chat"], door: door)
        #expect(door.take().map(\.delivery.target) == ["chat"], "what is silent is not born marked")
        var delivery = try await outbox.delivery(1)
        #expect(delivery.state == .skipped && delivery.reason == .silenced && delivery.attempts == 0)
        #expect(try await outbox.delivery(2).state == .attempting)
        _ = try await silence(outbox, .child(outbox.child.server, outbox.child.id))
        try await outbox.alert(2, to: ["chat", "other"])
        #expect(try await outbox.delivery(3).state == .skipped)
        #expect(try await outbox.delivery(4).state == .skipped)
        #expect(try await outbox.order(.retry, 1) == nil)
        delivery = try await outbox.delivery(1)
        #expect(delivery.state == .queued, "it was never sent, so nothing is in doubt")
        let accounting = try await outbox.store.accounting()
        #expect(accounting.isBalanced)
        await outbox.store.close()
    }

    @Test("another child, another target, and what comes when it is over are told")
    func told() async throws {
        let outbox = try await OutboxFixture()
        _ = try await silence(outbox, .target("phone"))
        _ = try await silence(outbox, .child(outbox.child.server, .init(rawValue: "another")))
        try await outbox.alert(1, to: ["chat"])
        try await outbox.alert(2, to: ["phone"], at: Self.end)
        #expect(try await outbox.delivery(1).state == .queued)
        #expect(try await outbox.delivery(2).state == .queued, "the end itself is not in it")
        await outbox.store.close()
    }

    @Test("a clock that was put right makes no silence of two minutes one of twenty hours, and brings none back")
    func clock() async throws {
        let outbox = try await OutboxFixture()
        let wrong = OutboxFixture.later(72_000)
        _ = try await silence(outbox, .target("phone"), until: wrong.advanced(by: .seconds(120)), at: wrong)
        #expect(try await open(outbox).isEmpty)
        try await outbox.alert(1, to: ["phone"])
        #expect(try await outbox.delivery(1).state == .queued)
        _ = try await silence(outbox, .target("chat"), until: OutboxFixture.later(90), at: OutboxFixture.later(30))
        #expect(try await open(outbox).count == 1, "some seconds are nothing")
        await outbox.store.close()
    }

    @Test(
        "one about the same takes the former's place, an ended one is over at once, and those of the past are forgotten"
    )
    func replaced() async throws {
        let outbox = try await OutboxFixture()
        let first = try await silence(outbox, .target("phone"))
        let longer = try await silence(outbox, .target("phone"), until: OutboxFixture.later(9_000))
        let chat = try await silence(outbox, .target("chat"), until: OutboxFixture.later(60))
        #expect(try await open(outbox) == [chat, longer] && first.number < longer.number)
        #expect(try await open(outbox, at: OutboxFixture.later(60)) == [longer])
        #expect(try await outbox.store.write { try $0.endSilence(longer.number) })
        #expect(try await !outbox.store.write { try $0.endSilence(longer.number) })
        try await outbox.alert(1, to: ["phone"])
        #expect(try await outbox.delivery(1).state == .queued)
        let late = OutboxFixture.later(600)
        _ = try await silence(outbox, .target("other"), until: Self.end, at: late)
        #expect(try await open(outbox, at: late).count == 1, "the chat's is over and gone")
        await outbox.store.close()
    }
}
