import SQLite
import Testing
import Values

@testable import Store

@Suite("Windows in which alerts are gathered", .timeLimit(.minutes(4)))
struct GroupWindowTests {
    private static let span = Duration.seconds(300)
    private static func at(_ seconds: Int64) -> Timestamp { OutboxFixture.later(seconds) }

    /// What becomes of alerts at these moments, one after the other: until when each is held, in seconds.
    private func admitted(_ moments: [Int64], endsBy limit: Int64? = nil) -> [Int64?] {
        var last: GroupWindow?
        return moments.map { moment in
            let (until, window) = GroupWindow.admit(
                at: Self.at(moment), span: Self.span, after: last, endsBy: limit.map(Self.at))
            last = window
            return until.map { $0.duration(since: OutboxFixture.now).components.seconds }
        }
    }

    @Test("the first is told at once, what follows together at the end of the window, and the next window begins there")
    func decided() {
        #expect(admitted([0, 1, 299, 300, 599, 600]) == [nil, 300, 300, 600, 600, 900])
        #expect(admitted([0, 300, 599]) == [nil, nil, 600], "nothing was gathered in the first, which is over")
        #expect(admitted([0, 10, 601, 2_000]) == [nil, 300, nil, nil], "the second window has passed")
        #expect(admitted([0, 10, 20], endsBy: 15) == [nil, 15, nil], "no longer than until quiet hours begin")
        #expect(admitted([0, -4_000, -3_990]) == [nil, nil, -3_700], "a clock that was set back opens another one")
    }

    /// Deliveries to "phone" at these moments, by a rule that gathers.
    private func alert(_ outbox: OutboxFixture, _ number: Int, at moment: Timestamp, to target: String = "phone")
        async throws
    {
        try await outbox.alert(number, to: [target], at: moment, timing: DeliveryTiming(group: Self.span))
    }

    private func release(_ outbox: OutboxFixture, at moment: Timestamp) async throws -> Int {
        try await outbox.store.write { try $0.release("phone", DigestPolicy(threshold: 20), now: moment) }
    }

    @Test("a window survives a restart; what was gathered becomes one message, and the books add up")
    func survives() async throws {
        let folder = try TestStore()
        var outbox = try await OutboxFixture(in: folder)
        for number in 1...2 { try await alert(outbox, number, at: Self.at(Int64(number))) }
        #expect(try await outbox.waiting("phone") == [1])
        await outbox.store.close()
        outbox = try await OutboxFixture(in: folder)
        try await alert(outbox, 3, at: Self.at(3))
        try await alert(outbox, 4, at: Self.at(4), to: "tablet")
        let held = try await outbox.delivery(3)
        #expect(held.heldUntil == Self.at(301) && held.isGathered)
        #expect(try await outbox.delivery(4).heldUntil == nil, "each target has a window of its own")
        #expect(try await release(outbox, at: Self.at(300)) == 0)
        #expect(try await release(outbox, at: Self.at(301)) == 2)
        let (second, third) = (try await outbox.delivery(2), try await outbox.delivery(3))
        #expect(second.digest != nil && second.digest == third.digest)
        #expect(try await outbox.store.accounting().isBalanced)
        await outbox.store.close()
    }

    @Test("quiet hours come before a window, which they do not open")
    func quiet() async throws {
        let outbox = try await OutboxFixture()
        let morning = Self.at(3_600)
        try await outbox.alert(
            1, to: ["phone"], at: Self.at(0), heldUntil: morning, timing: DeliveryTiming(group: Self.span))
        let held = try await outbox.delivery(1)
        #expect(held.heldUntil == morning && !held.isGathered)
        try await alert(outbox, 2, at: Self.at(1))
        #expect(try await outbox.delivery(2).heldUntil == nil)
        await outbox.store.close()
    }

    @Test("windows go with the alerts of their time, and what is open stays")
    func purged() async throws {
        let outbox = try await OutboxFixture()
        let later: Int64 = 91 * 86_400
        try await alert(outbox, 1, at: Self.at(0))
        try await alert(outbox, 2, at: Self.at(later), to: "tablet")
        try await outbox.store.purge(now: Self.at(later))
        #expect(try await outbox.store.read { try $0.all(Self.windows) } == ["tablet"])
        await outbox.store.close()
    }

    private static let windows = Query<String>("test.windows", "SELECT target FROM group_window")

    @Test("a clock that is set moves a window with it, and one that was set back while nothing ran ends it in time")
    func clock() async throws {
        let outbox = try await OutboxFixture()
        for number in 1...2 { try await alert(outbox, number, at: Self.at(0)) }
        try await outbox.alert(3, to: ["phone"], heldUntil: Self.at(7_000))
        try await outbox.store.moveDueTimes("phone", by: .seconds(-3_600), now: Self.at(-3_600))
        #expect(try await outbox.delivery(2).heldUntil == Self.at(-3_300))
        #expect(try await outbox.delivery(3).heldUntil == Self.at(7_000), "quiet hours are the wall's")
        try await outbox.store.beginLane("phone", finish: [], now: Self.at(-90_000))
        #expect(try await outbox.delivery(2).heldUntil == Self.at(-89_700))
        #expect(try await outbox.delivery(3).heldUntil == Self.at(7_000))
        await outbox.store.close()
    }
}
