import Runtime
import Store
import TestWaiting
import Testing
import Values

@testable import Relay

/// What nobody has seen is told again and told others, over a real network and in a real store.
@Suite("Reminders", .timeLimit(.minutes(1)))
struct RemindersTests {
    private let receiver = Receiver.shared

    private func rules(_ timing: RuleTiming, to target: String, _ all: [String]) -> RuleSet {
        var rule = Rule(name: "money", targets: [target])
        rule.timing = timing
        return RuleSet([rule], targets: all)
    }

    @Test(
        "an alert that nobody has seen is told again, each time under an identity of its own, and says which time it is"
    )
    func again() async throws {
        let relay = try await RelayFixture()
        let name = "reminded"
        let timing = RuleTiming(again: DeliveryTiming.Again(every: .milliseconds(20), times: 2))
        try await relay.withRelay([.webhook(name)], rules: rules(timing, to: name, [name])) { running in
            try await relay.alert(1...1, to: [name], by: rules(timing, to: name, [name]), through: running)
            try await relay.wait { $0.count == 3 && $0.allSatisfy { $0.state == .delivered } }
            try await eventually("nothing follows the last") {
                try await relay.store.read { try $0.nextFollowUp() } == nil
            }
        }
        let bodies = try await receiver.seen(name).map(\.body)
        #expect(bodies.count == 3 && !bodies[0].contains("reminder"))
        for number in 1..<bodies.count {
            #expect(bodies[number].contains(#""reminder":{"kind":"again","number":\#(number),"of":2}"#))
            #expect(bodies[number].contains("Kite"), "it says the same")
        }
        #expect(try await Set(receiver.seen(name).map { $0.headers["webhook-id"] }).count == 3)
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
    }

    @Test("others are told what nobody has seen; what a person has seen is told nobody any more")
    func ladder() async throws {
        let relay = try await RelayFixture()
        let (first, next) = ("rung-first", "rung-next")
        let timing = RuleTiming(ladder: [DeliveryTiming.Rung(after: .milliseconds(20), targets: [next])])
        let rules = rules(timing, to: first, [first, next])
        // Before the relay runs: its service decides at its start.
        try await relay.alert(1...2, to: [first], by: rules)
        let seen = try #require(try await relay.deliveries().first).alert
        try await Sightings(relay.store).mark(
            [seen], by: "test", at: RelayClock.system.now(), counts: Sightings.everybody)
        try await relay.withRelay([.webhook(first), .webhook(next)], rules: rules) { _ in
            try await relay.wait { $0.count == 3 && $0.allSatisfy { $0.state == .delivered } }
            try await eventually("nothing is left to be seen") {
                try await relay.store.read { try $0.nextFollowUp() } == nil
            }
        }
        let bodies = try await receiver.seen(next).map(\.body)
        #expect(bodies.count == 1 && bodies[0].contains(#""reminder":{"kind":"unseen","number":1,"of":1}"#))
        await relay.end()
    }

    @Test("a child's look ends neither the parents' reminders nor the ladder, only the child's own")
    func child() async throws {
        let relay = try await RelayFixture()
        let (mum, alice, next) = ("look-mum", "look-alice", "look-next")
        var rule = Rule(name: "money", targets: [mum, alice])
        rule.timing = RuleTiming(
            again: DeliveryTiming.Again(every: .milliseconds(20), times: 1),
            ladder: [DeliveryTiming.Rung(after: .milliseconds(20), targets: [next])])
        let people = [Person(targets: [mum]), Person(targets: [alice], child: "Alice")]
        let rules = RuleSet([rule], targets: [mum, alice, next], people: people)
        try await relay.alert(1...1, to: [mum, alice], by: rules)
        let key = try #require(try await relay.deliveries().first).alert
        try await Sightings(relay.store).mark(
            [key], by: alice, at: RelayClock.system.now(), counts: rules.onlookers.counting)
        try await relay.withRelay([.webhook(mum), .webhook(alice), .webhook(next)], rules: rules) { _ in
            try await relay.wait { $0.count == 4 && $0.allSatisfy { $0.state == .delivered } }
            try await eventually("nothing is left to be told") {
                try await relay.store.read { try $0.nextFollowUp() } == nil
            }
        }
        #expect(try await relay.deliveries().map(\.target).sorted() == [alice, mum, mum, next])
        await relay.end()
    }

    @Test("a reminder falls into the quiet hours of today's rules, and is held")
    func quiet() async throws {
        let relay = try await RelayFixture()
        let name = "quiet-reminder"
        let timing = RuleTiming(again: DeliveryTiming.Again(every: .milliseconds(20), times: 1))
        var rule = Rule(name: "money", targets: [name])
        rule.timing = timing
        let days = QuietHours(days: Set(1...7), start: 0, end: 1_440)
        let asleep = RuleSet([rule], targets: [name], people: [Person(targets: [name], quiet: [days])])
        try await relay.withRelay([.webhook(name)], rules: asleep) { running in
            try await relay.alert(1...1, to: [name], by: rules(timing, to: name, [name]), through: running)
            try await relay.wait { $0.count == 2 && $0[1].heldUntil != nil }
        }
        #expect(try await receiver.seen(name).count == 1)
        await relay.end()
    }

    @Test("what was planned for a target that is a child's by then, or is there no more, is told nobody and explained")
    func otherRoles() async throws {
        let relay = try await RelayFixture()
        let (first, next, gone) = ("roles-first", "roles-next", "roles-gone")
        let timing = RuleTiming(
            again: DeliveryTiming.Again(every: .milliseconds(20), times: 1),
            ladder: [DeliveryTiming.Rung(after: .milliseconds(20), targets: [next, gone])])
        try await relay.alert(1...1, to: [first], by: rules(timing, to: first, [first, next, gone]))
        var rule = Rule(name: "money", targets: [first])
        rule.timing = timing
        let bruno = Person(targets: [next], child: "Bruno")
        let today = RuleSet([rule], targets: [first, next], people: [bruno])
        try await relay.withRelay([.webhook(first), .webhook(next)], rules: today) { _ in
            try await relay.wait { $0.count == 2 && $0.allSatisfy { $0.state == .delivered } }
            try await eventually("nothing is left to be told") {
                try await relay.store.read { try $0.nextFollowUp() } == nil
            }
        }
        let told = try await relay.deliveries()
        #expect(told.map(\.target) == [first, first])
        let dropped = try await relay.store.read { try $0.dropped(of: told[0].alert) }
        #expect(dropped.map { "\($0.target) \($0.reason)" } == ["\(gone) notConfigured", "\(next) otherChild"])
        await relay.end()
    }

    @Test(
        "each language has its words for it",
        arguments: [
            (Language.english, "reminder 2 of 4", "not seen by anybody yet"),
            (.german, "Erinnerung 2 von 4", "noch von niemandem gesehen"),
            (.french, "rappel 2 sur 4", "personne ne l’a encore vu"),
            (.spanish, "recordatorio 2 de 4", "nadie lo ha visto todavía"),
        ])
    func words(_ language: Language, _ again: String, _ unseen: String) {
        let renderer = AlertRenderer(target: "chat", locale: AlertLocale(language: language))
        for (kind, words) in [(Reminder.Kind.again, again), (.unseen, unseen)] {
            var facts = AlertFacts.gift()
            facts.reminder = Reminder(kind: kind, step: 2, times: 4)
            let alert = RenderedAlert.sample(facts, by: renderer)
            #expect(alert.remark(aboutRepeats: false)?.contains(words) == true)
            #expect(alert.titleWithRemark.contains(words))
        }
    }

    @Test("money that is told again has moved once: a digest of both counts it once")
    func digest() throws {
        var facts = AlertFacts.gift()
        let first = RenderedAlert.sample(facts)
        facts.reminder = Reminder(kind: .again, step: 1, times: 4)
        facts.key = "again|money|1|\(facts.key)"
        let digest = AlertDigest(
            [first, RenderedAlert.sample(facts)], in: AlertLocale(), now: Timestamp(seconds: 1_773_501_000))
        #expect(digest.sums.map(\.amount) == [Decimal("12.5")!])
    }
}
