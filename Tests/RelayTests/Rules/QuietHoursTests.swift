import Store
import Testing
import Values

@testable import Relay

@Suite("Quiet hours")
struct QuietHoursTests {
    private static let berlin = try? TimeZone(named: "Europe/Berlin")
    private static let always = Set(1...7)

    /// `2026-11-27 22:30`, a Friday, in Berlin.
    private func moment(_ text: String) throws -> Timestamp {
        let words = text.split(separator: " ")
        let clock = words[1].split(separator: ":").compactMap { Int($0) }
        return try #require(Self.berlin).moment(
            of: LocalTime(
                date: try #require(CivilDate(String(words[0]))), secondOfDay: clock[0] * 3_600 + clock[1] * 60))
    }

    private func end(_ hours: QuietHours, _ text: String) throws -> Timestamp? {
        hours.end(at: try moment(text), in: try #require(Self.berlin))
    }

    @Test("hours that go over midnight are those of the day on which they begin; their end is not in them")
    func overMidnight() throws {
        let nights = QuietHours(days: Self.always, start: 22 * 60, end: 7 * 60)
        #expect(try end(nights, "2026-11-27 21:59") == nil)
        #expect(try end(nights, "2026-11-27 22:00") == moment("2026-11-28 07:00"))
        #expect(try end(nights, "2026-11-28 06:59") == moment("2026-11-28 07:00"))
        #expect(try end(nights, "2026-11-28 07:00") == nil)
        let fridays = QuietHours(days: [5], start: 22 * 60, end: 7 * 60)
        #expect(try end(fridays, "2026-11-28 03:00") == moment("2026-11-28 07:00"), "Friday's night")
        #expect(try end(fridays, "2026-11-27 03:00") == nil, "Thursday's")
        #expect(try end(fridays, "2026-11-28 23:00") == nil, "Saturday's")
        let saturday = QuietHours(days: [6], start: 0, end: 1_440)
        #expect(try end(saturday, "2026-11-28 23:59") == moment("2026-11-29 00:00"))
        #expect(try end(saturday, "2026-11-29 00:00") == nil)
    }

    @Test("a clock that is set moves neither beginning nor end, as the wall shows them")
    func summerTime() throws {
        let nights = QuietHours(days: Self.always, start: 22 * 60, end: 7 * 60)
        // The night from 24 to 25 October 2026 is an hour longer, that from 28 to 29 March an hour shorter.
        for (evening, morning, hours) in [("2026-10-24", "2026-10-25", 10), ("2026-03-28", "2026-03-29", 8)] {
            let start = try moment("\(evening) 22:00")
            let end = try #require(try end(nights, "\(evening) 22:00"))
            #expect(try end == moment("\(morning) 07:00") && end.duration(since: start) == .seconds(hours * 3_600))
        }
    }

    @Test("hours that follow each other are one; who is quiet all week is not looked for without end")
    func chained() throws {
        let zone = try #require(Self.berlin)
        let person = Person(
            targets: ["phone"],
            quiet: [
                QuietHours(days: Self.always, start: 22 * 60, end: 7 * 60),
                QuietHours(days: [6], start: 7 * 60, end: 9 * 60),
            ])
        #expect(person.isQuiet(until: try moment("2026-11-27 23:00"), in: zone) == (try moment("2026-11-28 09:00")))
        #expect(person.isQuiet(until: try moment("2026-11-26 23:00"), in: zone) == (try moment("2026-11-27 07:00")))
        #expect(person.isQuiet(until: try moment("2026-11-27 12:00"), in: zone) == nil)
        let hermit = Person(targets: ["x"], quiet: [QuietHours(days: Self.always, start: 0, end: 1_440)])
        let now = try moment("2026-11-27 12:00")
        #expect(try #require(hermit.isQuiet(until: now, in: zone)).duration(since: now) < .seconds(10 * 86_400))
    }

    // MARK: Rules

    private let child = ChildRow(
        server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "C1"), firstName: "Alice", lastName: "Reed",
        balance: Decimal("10")!, seenAt: Timestamp(seconds: 0))

    private func holds(_ rule: Rule, _ people: [Person], at text: String) throws -> [String: Timestamp?] {
        let row = TransactionRow(
            server: child.server, id: .init(rawValue: "T1"), child: child.id, amount: Decimal("1")!, kind: .debit,
            category: "Toys", description: "Kite", balanceAfter: Decimal("3")!, createdAt: Timestamp(seconds: 9),
            position: 1, firstSeenAt: Timestamp(seconds: 10), source: .scan, isLate: false)
        let change = FactChange(
            kind: .transactionAdded(row), child: child, origin: "https://o", isLate: false, at: try moment(text))
        let rules = RuleSet(
            [rule], targets: ["phone", "desk", "chat"], people: people, zone: try #require(Self.berlin))
        let deliveries = rules.plan(change).flatMap(\.deliveries)
        return Dictionary(deliveries.map { ($0.target, $0.heldUntil) }) { $1 }
    }

    private func person(_ targets: [String], from start: Int = 22, to end: Int = 7) -> Person {
        Person(targets: targets, quiet: [QuietHours(days: Self.always, start: start * 60, end: end * 60)])
    }

    @Test("what is a person's is held in their hours, whichever rule names it; what is nobody's is not")
    func people() throws {
        let mum = person(["phone", "desk"])
        let night = "2026-11-27 23:00"
        let seven = try moment("2026-11-28 07:00")
        #expect(
            try holds(Rule(name: "r", targets: ["phone", "chat"]), [mum], at: night) == ["phone": seven, "chat": nil])
        #expect(try holds(Rule(name: "r"), [mum], at: night) == ["phone": seven, "desk": seven, "chat": nil])
        #expect(
            try holds(Rule(name: "r", targets: ["phone", "desk"]), [mum], at: "2026-11-27 12:00") == [
                "phone": nil, "desk": nil,
            ])
    }

    @Test("a target that several share is told while one of them may be; else when the first of them may")
    func shared() throws {
        let (mum, dad) = (person(["chat"]), person(["chat"], from: 23, to: 6))
        let rule = Rule(name: "r", targets: ["chat"])
        #expect(try holds(rule, [mum, dad], at: "2026-11-27 22:30") == ["chat": nil])
        #expect(try holds(rule, [mum, dad], at: "2026-11-27 23:30") == ["chat": moment("2026-11-28 06:00")])
        #expect(
            try holds(rule, [mum, Person(targets: ["chat"])], at: "2026-11-27 23:30") == ["chat": nil])
    }

    @Test("what is urgent is let through: by the rule's word, else by the event's")
    func urgent() throws {
        let mum = person(["phone"])
        let night = "2026-11-27 23:00"
        for urgency in AlertStyle.Urgency.allCases {
            let rule = Rule(name: "r", targets: ["phone"], style: AlertStyle(urgency: urgency))
            #expect(try (holds(rule, [mum], at: night)["phone"] == .some(nil)) == (urgency == .high))
        }
        let zone = try #require(Self.berlin)
        let rules = RuleSet([Rule(name: "money")], targets: ["phone"], people: [mum], zone: zone)
        #expect(try rules.deliveries(of: .signInNeeded, besides: nil, at: moment(night)).map(\.heldUntil) == [nil])
        #expect(
            try rules.deliveries(of: .signInNeeded, besides: nil, isOver: true, at: moment(night)).map(\.heldUntil)
                == [moment("2026-11-28 07:00")], "good news can wait")
        let calm = Rule(name: "calm", events: [.signInNeeded], style: AlertStyle(urgency: .low))
        let held = RuleSet([calm], targets: ["phone"], people: [mum], zone: zone)
        #expect(
            try held.deliveries(of: .signInNeeded, besides: nil, at: moment(night)).map(\.heldUntil)
                == [moment("2026-11-28 07:00")])
        let low = Rule(name: "low", events: [.balanceLow], below: Decimal("5"))
        let change = FactChange(
            kind: .balanceChanged(from: Decimal("6")!, to: Decimal("1")!, cause: nil), child: child,
            origin: "https://o",
            isLate: false, at: try moment(night))
        let planned = RuleSet([low], targets: ["phone"], people: [mum], zone: zone).plan(change)
        #expect(planned.flatMap(\.deliveries).map(\.heldUntil) == [nil])
    }
}
