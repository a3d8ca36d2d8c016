import Store
import Testing
import Values

@testable import Relay

@Suite("When rules want it told")
struct RuleTimingTests {
    private static let ladder = [DeliveryTiming.Rung(after: .seconds(600), targets: ["gran"])]
    private static let timing = RuleTiming(
        group: .seconds(3_600), again: DeliveryTiming.Again(every: .seconds(60), times: 4), ladder: ladder,
        unless: [.historyShorter, .balanceUnexplained])
    private static let child = ChildRow(
        server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "C1"), firstName: "Alice", lastName: "Reed",
        balance: Decimal("10")!, seenAt: Timestamp(seconds: 0))

    /// What a rule's delivery to "phone" carries, of a transaction at a time of a day in UTC.
    private func planned(
        _ timing: RuleTiming, urgency: AlertStyle.Urgency? = nil, at hour: Int64, quiet: [[QuietHours]] = []
    ) throws -> PlannedDelivery {
        let row = TransactionRow(
            server: Self.child.server, id: .init(rawValue: "T1"), child: Self.child.id, amount: Decimal("1")!,
            kind: .debit, category: "Toys", description: "Kite", balanceAfter: Decimal("3")!,
            createdAt: Timestamp(seconds: 9), position: 1, firstSeenAt: Timestamp(seconds: 10), source: .scan,
            isLate: false)
        let change = FactChange(
            kind: .transactionAdded(row), child: Self.child, origin: "https://o", isLate: false, at: Self.at(hour))
        var rule = Rule(name: "r", targets: ["phone"], style: AlertStyle(urgency: urgency))
        rule.timing = timing
        let rules = RuleSet(
            [rule], targets: ["phone"], people: quiet.map { Person(targets: ["phone"], quiet: $0) })
        return try #require(rules.plan(change).first?.deliveries.first)
    }

    private static func at(_ minute: Int64) -> Timestamp { Timestamp(seconds: 1_800_057_600 + minute * 60) }

    private func hours(_ start: Int, _ end: Int) -> [QuietHours] {
        [QuietHours(days: Set(1...7), start: start, end: end)]
    }

    @Test("a delivery carries what its rule wants, and nothing where that is nothing")
    func carried() throws {
        #expect(try planned(RuleTiming(), at: 0).timing == nil)
        let timing = try #require(try planned(Self.timing, at: 0).timing)
        #expect(timing.group == .seconds(3_600) && timing.groupEndsBy == nil && timing.ladder == Self.ladder)
        #expect(timing.unless == [.balanceUnexplained, .historyShorter] && timing.again?.times == 4)
    }

    @Test("what is urgent is gathered with nothing")
    func urgent() throws {
        let timing = try #require(try planned(Self.timing, urgency: .high, at: 0).timing)
        #expect(timing.group == nil && timing.again?.times == 4)
    }

    @Test("nothing is gathered into quiet hours: the window ends where they begin for all who share the target")
    func quietHours() throws {
        // 1,800,057,600 is a midnight.
        let end = { (quiet: [[QuietHours]], minute: Int64) in
            try planned(Self.timing, at: minute, quiet: quiet).timing?.groupEndsBy
        }
        #expect(try end([hours(1_320, 420)], 1_300) == Self.at(1_320))
        #expect(try end([hours(1_320, 420)], 1_200) == nil, "they begin later than a window would end")
        #expect(try end([hours(1_320, 420), hours(1_330, 420)], 1_300) == Self.at(1_330), "one may still be told")
        #expect(try end([hours(1_320, 420), []], 1_300) == nil, "and one is never quiet")
        #expect(try end([hours(10, 20)], 1_400) == Self.at(1_450), "tomorrow's")
    }
}
