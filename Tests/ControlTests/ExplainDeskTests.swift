import JSON
import Store
import Testing
import Values

@testable import Control

@Suite("Why something was told, or not", .timeLimit(.minutes(1)))
struct ExplainDeskTests {
    private static let verdicts = [
        RuleVerdict(
            rule: "money", place: "a.yaml:3:5", refusedBy: nil, why: nil, tells: ["phone"], drops: [], outdone: []),
        RuleVerdict(
            rule: "large", place: nil, refusedBy: "minimum", why: "the amount is below its 'minimum'", tells: [],
            drops: [], outdone: []),
    ]

    private func api(
        _ installation: Installation, _ verdicts: [RuleVerdict] = verdicts, _ installed: Installed = Installed()
    ) -> ControlAPI {
        ControlAPI(store: installation.store, installed: { installed }, judge: { _ in verdicts }) { _ in .text("") }
    }

    /// A family where at "kid" a child reads alone: its look counts there, and for who is told after it alone.
    private static let withChild: Installed = {
        var installed = Installed(targets: [
            Installed.Target(name: "mum", kind: "desktops"),
            Installed.Target(name: "kid", kind: "desktops", isReadByChildren: true),
        ])
        installed.counting = { place, target, told in
            place != "kid" || target == "kid" || told == ["kid"]
        }
        return installed
    }()

    private func ask(_ id: String) -> ControlRequest { ControlRequest(.get, ["explain"], query: ["id": id]) }

    @Test("an alert is found by its delivery's number, its key, its transaction's id and how that begins")
    func found() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1234, to: "phone")
            try await installation.begin(1)
            try await installation.finish(1, .dead, reason: .rejected)
            let api = api(installation)
            for id in ["1", "new|t1234", "t1234", "T123"] {
                let answer = try await api.value(ask(id))
                #expect(answer["transaction"]?["id"] == "t1234", "\(id)")
                let alert = answer["alerts"]?.elements.first
                #expect(alert?["alert"] == "new|t1234" && alert?["seen"] == .null)
                #expect(alert?["rules"]?.elements.map { $0["matches"] } == [true, false])
                #expect(alert?["rules"]?.elements.last?["why"] == "the amount is below its 'minimum'")
                let delivery = alert?["deliveries"]?.elements.first
                #expect(delivery?["delivery"]?["state"] == "dead" && delivery?["attempts"]?.elements.count == 1)
            }
        }
    }

    @Test("what was told by other rules than today's says so")
    func changed() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "phone")
            // The fixture's deliveries have no rule.
            let own = RuleVerdict(
                rule: "", place: nil, refusedBy: nil, why: nil, tells: ["phone"], drops: [], outdone: [])
            for (verdicts, isChanged) in [([own], false), (Self.verdicts, true), ([], true)] {
                let answer = try await api(installation, verdicts).value(ask("1"))
                #expect(answer["alerts"]?.elements.first?["rulesChanged"] == .bool(isChanged))
            }
        }
    }

    @Test("when it was seen, and by what")
    func seen() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "phone")
            try await Sightings(installation.store).mark(
                [.init(rawValue: "new|t1")], by: "desktop", at: Installation.moment,
                counts: Sightings.everybody)
            let answer = try await api(installation).value(ask("1"))
            #expect(answer["alerts"]?.elements.first?["seen"]?["by"] == "desktop")
        }
    }

    private static let timing = DeliveryTiming(
        again: DeliveryTiming.Again(every: .seconds(600), times: 2),
        ladder: [DeliveryTiming.Rung(after: .seconds(900), targets: ["mum"])])
    /// As a rule says it that plans ``timing``.
    private static let patient = RuleVerdict(
        rule: "money", place: nil, refusedBy: nil, why: nil, tells: ["phone"], drops: [], outdone: [],
        later: [
            PlannedTelling(.again, to: "phone", by: nil, number: 1, of: 2),
            PlannedTelling(.unseen, to: "mum", by: nil, number: 1, of: 1),
        ])

    private func later(
        _ installation: Installation, _ verdicts: [RuleVerdict] = [patient], _ installed: Installed = Installed()
    ) async throws -> [String] {
        let answer = try await api(installation, verdicts, installed).value(ask("new|t1"))
        let rows = answer["alerts"]?.elements.first?["later"]?.elements ?? []
        return rows.map { row in
            ["kind", "target", "number", "state", "at", "deliveryState", "reason"].map { name in
                switch row[name] ?? .null {
                case .null: "-"
                case .string(let text): text
                case let other: other.description
                }
            }
            .joined(separator: " ")
        }
    }

    @Test("what tells it again and others is planned, then caused as a delivery, then needed no more since it was seen")
    func laterTellings() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "phone", timing: Self.timing)
            try await installation.begin(1)
            try await installation.finish(1, .delivered)
            #expect(
                try await later(installation) == [
                    "again phone 1 planned 2026-03-14T15:19:27Z - -", "unseen mum 1 planned 2026-03-14T15:24:26Z - -",
                ])
            try await installation.remind(after: 601)
            #expect(
                try await later(installation) == [
                    "again phone 1 caused 2026-03-14T15:19:27Z queued -",
                    "unseen mum 1 planned 2026-03-14T15:24:26Z - -",
                    "again phone 2 planned 2026-03-14T15:29:27Z - -",
                ])
            try await installation.begin(2)
            try await installation.finish(2, .delivered)
            try await Sightings(installation.store).mark(
                [.init(rawValue: "new|t1")], by: "desktop", at: Installation.moment.advanced(by: .seconds(700)),
                counts: Sightings.everybody)
            let seen = [
                "again phone 1 caused 2026-03-14T15:19:27Z delivered -",
                "again phone 2 notNeeded 2026-03-14T15:21:06Z - seen",
                "unseen mum 1 notNeeded 2026-03-14T15:21:06Z - seen",
            ]
            #expect(try await later(installation) == seen)
            let told = try await api(installation).value(ask("new|t1"))["alerts"]?[0]?["later"]?.elements ?? []
            #expect(told.map { $0["proof"] } == ["accepted", .null, .null], "that it was taken is no proof of more")
            // The store keeps nothing of what it will not tell; its rule and what was told say it all the same.
            try await installation.remind(after: 5_000)
            #expect(try await Set(later(installation)) == Set(seen))
            #expect(try await later(installation, []).count == 2)
            // A reminder is one, by the rules of then as of now.
            let reminder = try await api(installation, [Self.patient]).value(ask("2"))["alerts"]?.elements.first
            #expect(reminder?["reminder"]?["kind"] == "again" && reminder?["later"] == [])
            #expect(reminder?["rulesChanged"] == false)
        }
    }

    @Test("nothing follows what is over, or what was not told itself")
    func noLater() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "phone", timing: Self.timing, thread: "chore|1")
            let first = ControlRequest(.get, ["deliveries", "1"])
            #expect(try await api(installation).value(first)["followUps"]?.elements.count == 2)
            try await installation.alert(2, to: "phone", thread: "chore|1", isEnd: true)
            let rows = try await later(installation)
            #expect(rows.count == 2 && rows.allSatisfy { $0.contains(" notNeeded ") && $0.hasSuffix(" over") })
            #expect(try await api(installation).value(first)["followUps"] == [])
        }
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "phone", timing: Self.timing)
            try await installation.begin(1)
            try await installation.finish(1, .dead, reason: .rejected)
            try await installation.remind(after: 601)
            #expect(
                try await later(installation) == [
                    "unseen mum 1 planned 2026-03-14T15:24:26Z - -", "again phone 1 notNeeded - - notTold",
                ])
        }
    }

    @Test(
        "a transaction without an alert is told as such; what there is not, or too much of, is refused with the next step"
    )
    func refused() async throws {
        try await Installation.with { installation async throws in
            try await installation.add(1000...1002, of: installation.children[0])
            let api = api(installation)
            let answer = try await api.value(ask("t1001"))
            #expect(answer["alerts"] == [] && answer["transaction"]?["source"] == "scan")
            #expect(try await api.refusal(ask("t100")).hint?.contains("t1000, t1001") == true)
            for id in ["t10", "77", "nothing", "%", "'"] {
                let refusal = try await api.refusal(ask(id))
                #expect(refusal.kind == .unknown && refusal.hint?.contains("deliveries list") == true, "\(id)")
            }
            #expect(try await api.refusal(ask("")).kind == .malformed)
        }
    }

    @Test("a delivery that was seen elsewhere, where it does not count, is not seen; what follows there is said")
    func seenElsewhere() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "mum", "kid")
            let api = api(installation, [], Self.withChild)
            func seen() async throws -> [JSONValue?] {
                let deliveries =
                    try await api.value(ask("new|t1"))["alerts"]?.elements.first?["deliveries"]?.elements ?? []
                return deliveries.map { $0["delivery"]?["seen"]?["by"] }
            }
            for (place, expected) in [("kid", [nil, "kid"]), ("mum", ["mum", "kid"])] as [(String, [JSONValue?])] {
                try await Sightings(installation.store).mark(
                    [.init(rawValue: "new|t1")], by: place, at: Installation.moment, counts: Self.withChild.counting)
                #expect(try await seen() == expected)
            }
        }
    }

    private static let next = DeliveryTiming(
        again: DeliveryTiming.Again(every: .seconds(600), times: 1),
        ladder: [DeliveryTiming.Rung(after: .seconds(900), targets: ["dad"])])

    @Test("what a child has seen is told its parents all the same, and said so, as the engine does it")
    func seenByChild() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "mum", "kid", timing: Self.next)
            let (key, counting) = (AlertRow.Key(rawValue: "new|t1"), Self.withChild.counting)
            // What nobody has taken is not told again before.
            try await installation.begin(1)
            try await installation.finish(1, .delivered)
            try await Sightings(installation.store).mark([key], by: "kid", at: Installation.moment, counts: counting)
            let planned = [
                "again kid 1 notNeeded 2026-03-14T15:09:26Z - seen", "again mum 1 planned 2026-03-14T15:19:27Z - -",
                "unseen dad 1 planned 2026-03-14T15:24:26Z - -",
            ]
            #expect(try await later(installation, [], Self.withChild) == planned)
            let delivery = try await api(installation, [], Self.withChild).value(
                ControlRequest(.get, ["deliveries", "1"]))
            #expect(delivery["followUps"]?.elements.map { $0["target"] } == ["mum", "dad"])
            try await installation.remind(after: 602, counts: counting)
            let told = try await later(installation, [], Self.withChild)
            #expect(told.first?.hasPrefix("again mum 1 caused ") == true)
            #expect(told.last == planned.last)
        }
    }

    @Test("where only a child was told first its look ends what others would be told next, in every list")
    func firstSeenByChild() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "kid", timing: Self.next)
            let (key, counting) = (AlertRow.Key(rawValue: "new|t1"), Self.withChild.counting)
            let api = api(installation, [], Self.withChild)
            let request = ControlRequest(.get, ["deliveries", "1"])
            #expect(try await api.value(request)["followUps"]?.elements.count == 2)
            try await Sightings(installation.store).mark([key], by: "kid", at: Installation.moment, counts: counting)
            #expect(try await api.value(request)["followUps"] == [])
            let rows = try await later(installation, [], Self.withChild)
            #expect(rows.count == 2 && rows.allSatisfy { $0.hasSuffix(" seen") })
            try await installation.remind(after: 5_000, counts: counting)
            #expect(try await installation.store.deliveries().count == 1, "nor does the engine tell it")
        }
    }

    @Test("status has what is silent, and who has quiet hours")
    func peace() async throws {
        try await Installation.with { installation async throws in
            let until = Timestamp(seconds: 4_000_000_000)
            var installed = Installed(targets: [Installed.Target(name: "phone", kind: "webhook")])
            installed.quiet = [Installed.QuietPerson(name: "mum", until: until)]
            let api = ControlAPI(store: installation.store, installed: { [installed] in installed }) { _ in .text("") }
            let body: JSONValue = ["of": "phone", "target": true, "seconds": 600]
            _ = try await api.value(ControlRequest(.post, ["silences"], body: Secret(body.description)))
            let status = try await api.value(ControlRequest(.get, ["status"]))
            #expect(status["silences"]?.elements.map { $0["target"] } == ["phone"])
            #expect(status["quiet"]?.elements.map { $0["person"] } == ["mum"])
        }
    }
}
