import Testing
import Values

@testable import Store

@Suite("What is over, for those who were told because nobody had seen it", .timeLimit(.minutes(4)))
struct FollowedEndTests {
    private static func at(_ seconds: Int64) -> Timestamp { OutboxFixture.later(seconds) }
    private static let timing = DeliveryTiming(
        again: DeliveryTiming.Again(every: .seconds(600), times: 2),
        ladder: [
            DeliveryTiming.Rung(after: .seconds(500), targets: ["mum", "gran"]),
            DeliveryTiming.Rung(after: .seconds(5_000), targets: ["dad"]),
        ])

    private func tell(
        _ outbox: OutboxFixture, isOver: Bool = false, timing: DeliveryTiming? = timing, at seconds: Int64
    ) async throws {
        var delivery = PlannedDelivery(target: "phone", rule: "all", template: "{child}", style: "{}")
        delivery.timing = timing
        let planned = delivery
        let notice = AlertRow.Notice(subject: "mum", sentence: "s", since: OutboxFixture.now, isOver: isOver)
        try await outbox.store.writeAlerts {
            ((), try $0.tell(notice, as: .connectionLost, to: [planned], at: Self.at(seconds)) ?? [])
        }
    }

    private func deliver(_ outbox: OutboxFixture, _ number: Int64, at seconds: Int64) async throws {
        _ = try await outbox.begin(number, now: Self.at(seconds))
        try await outbox.finish(number, .delivered, now: Self.at(seconds))
    }

    private func carryOut(_ outbox: OutboxFixture, at seconds: Int64) async throws {
        _ = try await outbox.store.write { transaction in
            try transaction.carryOutFollowUps(at: Self.at(seconds), counts: Sightings.everybody) { _, _ in
                .told(heldUntil: nil)
            }
        }
    }

    /// Target and state of each delivery of the alerts that end something.
    private func ends(_ outbox: OutboxFixture) async throws -> [String] {
        try await outbox.store.deliveries().reversed().compactMap(\.work).filter(\.alert.closesThread).map {
            "\($0.delivery.target) \($0.delivery.state.rawValue)"
        }
    }

    @Test(
        "whom a rung told is told that it is over, as those told first are; whom none told, or would tell no more, is not"
    )
    func climbed() async throws {
        var quiet = Self.timing
        quiet.ladderHeldUntil = ["mum": Self.at(9_000)]
        for (timing, ended) in [(quiet, ["phone queued", "mum queued"]), (nil, ["phone queued"])] {
            let outbox = try await OutboxFixture()
            try await tell(outbox, at: 0)
            try await deliver(outbox, 1, at: 0)
            try await carryOut(outbox, at: 500)
            let mum = try #require(try await outbox.waiting("mum").first)
            try await deliver(outbox, mum, at: 510)
            try await tell(outbox, isOver: true, timing: timing, at: 520)
            #expect(try await ends(outbox) == ended, "gran's waited, and dad's was not due")
            let last = try #require(try await outbox.store.deliveries().first?.work?.delivery)
            #expect(last.rule == "all" && last.template == "{child}" && last.style == "{}")
            #expect(last.heldUntil == (timing == nil ? nil : Self.at(9_000)), "it is no alarm")
            #expect(try await outbox.store.accounting().isBalanced)
            // Back, and over before a rung is reached: that mum was told the last time is of no account.
            try await tell(outbox, at: 600)
            try await tell(outbox, isOver: true, timing: timing, at: 610)
            #expect(try await ends(outbox) == ended + ["phone skipped"])
            await outbox.store.close()
        }
    }

    @Test("who was told, and waits for a reminder, is told that it is over")
    func reminded() async throws {
        let outbox = try await OutboxFixture()
        try await tell(outbox, at: 0)
        try await deliver(outbox, 1, at: 0)
        try await carryOut(outbox, at: 600)
        try await tell(outbox, isOver: true, at: 700)
        #expect(try await ends(outbox).contains("phone queued"))
        await outbox.store.close()
    }
}
