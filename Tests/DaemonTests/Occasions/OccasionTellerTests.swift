import Configuration
import Control
import HTTPClient
import HTTPServer
import JSON
import Observability
import Relay
import Runtime
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Daemon

/// With a real store, a clock of the test's own, and real servers where anything is sent.
@Suite("Summaries and drills at their time", .timeLimit(.minutes(1)))
struct OccasionTellerTests {
    /// Sunday 2026-11-29 18:00 in UTC.
    private static let sunday = Timestamp(seconds: 1_795_975_200)

    private final class Dials: Sendable {
        let clock = Lock(OccasionTellerTests.sunday.advanced(by: .seconds(-3 * 86_400)))
        let wish: Lock<OccasionTeller.Wish>

        init(_ wish: OccasionTeller.Wish) { self.wish = Lock(wish) }
    }

    /// A store that outlives the tellers of one test, and what they are told of the time.
    private final class Machine: Sendable {
        let folder: TemporaryFolder
        let store: Store
        let dials: Dials
        let logger = Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink())

        init(_ rules: RuleSet, drill: Schedule? = nil) async throws {
            folder = try TemporaryFolder()
            store = try await Store.open(in: folder.path, logger: logger)
            dials = Dials(OccasionTeller.Wish(rules: rules, drill: drill))
            try await store.write { transaction in
                let server = try transaction.ensureServer(origin: "https://family.example")
                for (id, name) in [("c1", "Alice"), ("c2", "Bruno")] {
                    let child = ChildRow(
                        server: server.id, id: .init(rawValue: id), firstName: name, lastName: "Reed",
                        balance: Decimal("37.50")!, seenAt: OccasionTellerTests.sunday)
                    try transaction.upsert(child)
                    for (number, age) in [(1, 1), (2, 6), (3, 8)] as [(Int, Int64)] {
                        _ = try transaction.insert(
                            TransactionRow(
                                server: server.id, id: .init(rawValue: "\(id)-\(number)"), child: child.id,
                                amount: Decimal("2.50")!, kind: .credit, category: "Gift", description: "Kite",
                                balanceAfter: Decimal("37.50")!,
                                createdAt: OccasionTellerTests.sunday.advanced(by: .seconds(-age * 86_400)),
                                position: number, firstSeenAt: OccasionTellerTests.sunday, source: .scan, isLate: false)
                        )
                    }
                }
            }
        }

        /// Sets the clock to so many seconds after the Sunday.
        func set(_ seconds: Int64) {
            dials.clock.withLock { $0 = OccasionTellerTests.sunday.advanced(by: .seconds(seconds)) }
        }

        /// Starts the program, has it look at the time, and ends it.
        func run(_ body: (OccasionTeller) async throws -> Void = { _ in }) async throws {
            let looks = Watched(0)
            let teller = OccasionTeller(store: store, logger: logger, now: { [dials] in dials.clock.withLock { $0 } }) {
                [dials] in
                looks.withLock { $0 += 1 }
                return dials.wish.withLock { $0 }
            }
            async let running: Void = teller.run()
            _ = await looks.wait { $0 > 0 ? true : nil }
            try await body(teller)
            await teller.stop()
            try await running
        }

        var alerts: [String] {
            get async throws {
                try await store.deliveries(matching: DeliveryFilter(limit: 100)).compactMap(\.work).map {
                    "\($0.alert.key.rawValue) \($0.delivery.target) \($0.delivery.state.rawValue)\($0.alert.isLate ? " late" : "")"
                }.sorted()
            }
        }
    }

    private static let rules = RuleSet(
        [
            Rule(
                name: "week", events: [.summary], targets: ["chat"], when: Schedule(days: [7], minute: 1_080))
        ], targets: ["chat", "phone"])

    @Test("each occasion is told once: not before somebody wanted it, nor after restarts at that very minute")
    func once() async throws {
        let machine = try await Machine(Self.rules)
        machine.set(60)
        try await machine.run()
        #expect(try await machine.alerts == [], "the rule is newer than the occasion")
        machine.set(7 * 86_400)
        for _ in 0..<3 { try await machine.run() }
        #expect(try await machine.alerts == ["summary|week|2026-12-06 chat queued"])
        let work = try #require(try await machine.store.deliveries(matching: DeliveryFilter(limit: 1)).first?.work)
        #expect(Relay.words(of: work, in: AlertLocale(), sentAt: Self.sunday).text.contains("nothing came or went"))
        await machine.store.close()
    }

    @Test("the week is the seven days before it, and what is stored says the same when rows have changed since")
    func contents() async throws {
        let machine = try await Machine(Self.rules)
        try await machine.run()
        machine.set(0)
        try await machine.run()
        func words() async throws -> String {
            let work = try #require(try await machine.store.deliveries(matching: DeliveryFilter(limit: 1)).first?.work)
            return Relay.words(of: work, in: AlertLocale(), sentAt: Self.sunday).text
        }
        let told = try await words()
        #expect(
            told == "Alice: $5.00 received, $0.00 spent (2 transactions), balance $37.50\n"
                + "Bruno: $5.00 received, $0.00 spent (2 transactions), balance $37.50")
        try await machine.store.write { transaction in
            var child = try transaction.children()[0]
            child.balance = .zero
            try transaction.upsert(child)
        }
        #expect(try await words() == told)
        await machine.store.close()
    }

    @Test("a machine that was off tells within a day, marked late, and else writes down that it was missed")
    func off() async throws {
        let machine = try await Machine(Self.rules)
        try await machine.run()
        machine.set(20 * 3_600)
        try await machine.run()
        #expect(try await machine.alerts == ["summary|week|2026-11-29 chat queued late"])
        machine.set(9 * 86_400)
        try await machine.run()
        #expect(
            try await machine.alerts == [
                "summary|week|2026-11-29 chat queued late", "summary|week|2026-12-06|missed chat skipped late",
            ])
        await machine.store.close()
    }

    @Test("a clock that is set tells nothing twice: back over the occasion, and a year ahead by mistake and back")
    func clockSet() async throws {
        let machine = try await Machine(Self.rules)
        try await machine.run()
        for seconds in [0, -3_600, -1, 0, 30] as [Int64] {
            machine.set(seconds)
            try await machine.run()
        }
        #expect(try await machine.alerts == ["summary|week|2026-11-29 chat queued"])
        machine.set(365 * 86_400)
        try await machine.run()
        machine.set(7 * 86_400 - 60)
        try await machine.run()
        machine.set(7 * 86_400)
        try await machine.run()
        let told = try await machine.alerts.filter { $0.contains("queued") }
        #expect(told == ["summary|week|2026-11-29 chat queued", "summary|week|2026-12-06 chat queued"])
        await machine.store.close()
    }

    @Test(
        "a clock ahead within a day of an occasion tells it too soon: what has come by then is told, and the same not twice"
    )
    func ahead() async throws {
        for comes in [true, false] {
            let machine = try await Machine(Self.rules)
            try await machine.run()
            // A week too soon and two hours late.
            machine.set(7 * 86_400 + 7_200)
            try await machine.run()
            let first = "summary|week|2026-12-06 chat queued late"
            #expect(try await machine.alerts.contains(first))
            machine.set(-86_400)
            try await machine.run()
            if comes {
                try await machine.store.write { transaction in
                    let child = try transaction.children()[0]
                    _ = try transaction.insert(
                        TransactionRow(
                            server: child.server, id: .init(rawValue: "new"), child: child.id,
                            amount: Decimal("7.25")!, kind: .credit, category: "Gift", description: "Kite",
                            balanceAfter: Decimal("44.75")!,
                            createdAt: Self.sunday.advanced(by: .seconds(2 * 86_400)), position: 9,
                            firstSeenAt: Self.sunday, source: .scan, isLate: false))
                }
            }
            machine.set(7 * 86_400)
            for _ in 0..<2 { try await machine.run() }
            // Back once more: it has been told whole.
            for seconds in [7 * 86_400 - 60, 7 * 86_400] as [Int64] {
                machine.set(seconds)
                try await machine.run()
            }
            let told = try await machine.alerts.filter { $0.contains("12-06") }
            #expect(told == (comes ? [first, "summary|week|2026-12-06|anew chat queued"] : [first]))
            if comes {
                let work = try #require(
                    try await machine.store.deliveries(matching: DeliveryFilter(limit: 1)).first?.work)
                #expect(Relay.words(of: work, in: AlertLocale(), sentAt: Self.sunday).text.contains("$7.25"))
            }
            await machine.store.close()
        }
    }

    @Test("a running program is rung by a clock that is set and by a reload; who is silent is left out of the week")
    func rung() async throws {
        let machine = try await Machine(Self.rules)
        try await machine.store.write { transaction in
            let bruno = try transaction.children()[1]
            _ = try transaction.silence(
                .child(bruno.server, bruno.id), until: Self.sunday.advanced(by: .seconds(86_400)),
                at: Self.sunday.advanced(by: .seconds(-3 * 86_400)))
        }
        try await machine.run { teller in
            machine.set(0)
            teller.look()
            try await eventually("it is told") { try await machine.alerts.count == 1 }
            machine.dials.wish.withLock { $0 = OccasionTeller.Wish(rules: RuleSet([], targets: []), drill: nil) }
            teller.look()
            try await eventually("its schedule is forgotten") {
                try await machine.store.read { try $0.schedules() }.isEmpty
            }
        }
        let work = try #require(try await machine.store.deliveries(matching: DeliveryFilter(limit: 1)).first?.work)
        #expect(!Relay.words(of: work, in: AlertLocale(), sentAt: Self.sunday).text.contains("Bruno"))
        await machine.store.close()
    }

    @Test("a desktop that is off is away, and nobody waits for it; one that is there and says nothing is waited for")
    func away() async throws {
        let rules = RuleSet([], targets: ["den"])
        for isAway in [true, false] {
            let machine = try await Machine(rules)
            var desk = DrillDesk(store: machine.store, rules: rules, admit: { $0 }, limit: .milliseconds(200))
            desk.away = { isAway ? ["den"] : [] }
            let start = ContinuousClock.now
            if isAway { desk.limit = .seconds(60) }
            guard case .value(.array(let rows)) = await desk.answer() else {
                Issue.record("no answer")
                return
            }
            #expect(rows.map { $0["away"] } == [.bool(isAway)] && rows.map { $0["delivered"] } == [false])
            #expect(ContinuousClock.now - start < .seconds(30))
            await machine.store.close()
        }
    }

    @Test("a drill goes through the outbox to real servers; who does not take it is known, and silent after an hour")
    func drill() async throws {
        let good = try await WebhookReceiver()
        let bad = try await WebhookReceiver { _ in HTTPResponse(.serviceUnavailable) }
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            state: \(folder.path)
            drill: "sun 18:00"
            targets:
              - {name: chat, kind: webhook, url: "\(good.address)/hook", private-addresses: true}
              - {name: phone, kind: webhook, url: "\(bad.address)/hook", private-addresses: true}

            """, to: "c.yaml")
        let configuration = try Configuration.load(path: file, environment: [:])
        let settings = RelaySettings(configuration)
        let machine = try await Machine(settings.rules, drill: configuration.drill)
        let http = try HTTPClient()
        let relay = Relay(
            store: machine.store, http: http, bus: nil, logger: machine.logger,
            metrics: RelayMetrics(MetricsRegistry()))
        await relay.take(try relay.targets(settings.targets, in: settings.locale, rules: settings.rules))
        try await relay.start()
        async let running: Void = relay.run()
        let answer = await DrillDesk(
            store: machine.store, rules: settings.rules, admit: { relay.admitting($0) }, limit: .seconds(2)
        ).answer()
        guard case .value(let value) = answer, case .array(let rows) = value else {
            Issue.record("\(answer)")
            return
        }
        #expect(rows.map { $0["target"] } == ["chat", "phone"])
        #expect(rows.map { $0["delivered"] } == [true, false])
        let body = try JSONValue(parsing: try #require(good.received.first).text)
        #expect(body["type"] == "drill" && body["data"]?["urgency"] == "low")
        // And by its schedule.
        try await machine.run { teller in
            machine.set(0)
            teller.look()
            try await eventually("the drill of the day arrives") { good.received.count == 2 }
            try await eventually("it is proven") {
                try await machine.store.read { try $0.drills() }.contains {
                    $0.last.target == "chat" && $0.last.state == .delivered
                }
            }
        }
        let drills = try await machine.store.read { try $0.drills() }
        let soon = Self.sunday.advanced(by: .seconds(60))
        #expect(drills.filter { $0.isSilent(at: soon) }.isEmpty)
        let silent = drills.filter { $0.isSilent(at: Self.sunday.advanced(by: .seconds(3_600))) }
        #expect(silent.map { $0.last.target } == ["phone"] && silent.allSatisfy { $0.provenAt == nil })
        await relay.stop()
        try await running
        await http.close()
        await machine.store.close()
        await good.close()
        await bad.close()
    }
}
