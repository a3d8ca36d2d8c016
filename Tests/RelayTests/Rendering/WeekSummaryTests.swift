import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("Weekly summaries and drills")
struct WeekSummaryTests {
    private static let end = Timestamp(seconds: 1_773_500_400)
    private static let period = end.advanced(by: .seconds(-7 * 86_400))..<end

    private static func child(_ id: String, _ first: String, _ last: String = "Reed") -> ChildRow {
        ChildRow(
            server: ServerRow.ID(rawValue: 1), id: .init(rawValue: id), firstName: first, lastName: last,
            balance: Decimal("1234.5")!, seenAt: end)
    }

    private static func row(_ amount: String, _ kind: TransactionRow.Kind) -> TransactionRow {
        TransactionRow(
            server: ServerRow.ID(rawValue: 1), id: .init(rawValue: "t"), child: .init(rawValue: "c1"),
            amount: Decimal(amount)!, kind: kind, category: "", description: "", balanceAfter: .zero, createdAt: end,
            position: 1, firstSeenAt: end, source: .scan, isLate: false)
    }

    private static func goal(_ name: String, target: String, at moment: Timestamp, state: String = "active")
        -> RecordRow
    {
        let content = JSONWriter.object { object in
            object.set("name", name)
            object.set("target", target)
            object.set("saved", "5.00")
            object.set("state", state)
            object.set("createdAt", Timestamp(seconds: moment.seconds))
        }
        return RecordRow(
            server: ServerRow.ID(rawValue: 1), kind: .goal, id: .init(rawValue: name), child: .init(rawValue: "c1"),
            rank: 1, content: String(decoding: content, as: UTF8.self), at: moment)
    }

    private static let alice = WeekSummary.Child(
        child("c1", "Alice"), [row("12.50", .credit), row("0.10", .credit), row("3", .debit)],
        goals: [
            goal("Bike", target: "100.00", at: end.advanced(by: .seconds(-90 * 86_400))),
            goal("Ball", target: "9.00", at: end.advanced(by: .seconds(-90 * 86_400))),
            goal("Kite", target: "8.00", at: end.advanced(by: .seconds(-86_400))),
            goal("Car", target: "900.00", at: end, state: "cancelled"),
        ], in: period)

    private static let bruno = WeekSummary.Child(child("c2", "Bruno"), [], goals: [], in: period)

    private static func facts(_ children: [WeekSummary.Child], isLate: Bool = false) -> AlertFacts {
        var facts = AlertFacts(
            AlertRow.Notice(subject: "", sentence: "", since: end, isOver: false), as: .summary, at: end)
        (facts.week, facts.rule, facts.isLate) = (WeekSummary(period: period, children: children), "week", isLate)
        return facts
    }

    private static func drill() -> AlertFacts {
        AlertFacts(AlertRow.Notice(subject: "", sentence: "", since: end, isOver: false), as: .drill, at: end)
    }

    @Test("sums are exact; of goals the new ones are told and the biggest, if somebody saves for it")
    func sums() {
        #expect(Self.alice.income == Decimal("12.60") && Self.alice.spending == Decimal("3"))
        #expect(Self.alice.credits == 2 && Self.alice.debits == 1)
        #expect(Self.alice.goals.map(\.name) == ["Bike", "Kite"] && Self.alice.goals.map(\.isNew) == [false, true])
    }

    @Test("what is stored says the same again, whatever anybody typed; what is no summary is none")
    func stored() throws {
        let odd = WeekSummary.Child(
            Self.child("c3", Hostile.markup, Hostile.lines), [],
            goals: [Self.goal(Hostile.markup, target: "1.00", at: Self.end)], in: Self.period)
        let week = WeekSummary(period: Self.period, children: [Self.alice, Self.bruno, odd])
        let again = try #require(WeekSummary(stored: week.stored))
        #expect(again.stored == week.stored && again.children.count == 3)
        #expect(again.text(English(), \.moneyText) == week.text(English(), \.moneyText))
        for text in ["", "{}", "[]", #"{"from":"2026-01-01T00:00:00Z","to":"2025-01-01T00:00:00Z","children":[]}"#] {
            #expect(WeekSummary(stored: text) == nil)
        }
        #expect(WeekSummary(stored: week.stored.replacing(text: #""12.60""#, with: "12.6")) == nil)
    }

    @Test("each language has a week, one without money, and the drill")
    func languages() {
        func text(_ facts: AlertFacts, _ language: Language) -> [String] {
            let locale = AlertLocale(currency: Currency(code: "EUR")!, zone: .utc, language: language)
            let alert = RenderedAlert.sample(facts, by: AlertRenderer(target: "chat", locale: locale))
            return ([alert.title] + alert.text.split(separator: "\n").map(String.init)).map {
                $0.replacing(text: "\u{A0}", with: "_").replacing(text: "\u{202F}", with: "'")
            }
        }
        let children = [Self.alice, Self.bruno]
        #expect(
            text(Self.facts(children), .english) == [
                "The week",
                "Alice: €12.60 received, €3.00 spent (3 transactions), balance €1,234.50; saving for Bike: €5.00 of €100.00; "
                    + "new goal Kite: €5.00 of €8.00",
                "Bruno: nothing came or went, balance €1,234.50",
            ])
        #expect(
            text(Self.facts(children), .german) == [
                "Die Woche",
                "Alice: 12,60_€ erhalten, 3,00_€ ausgegeben (3 Buchungen), Kontostand 1.234,50_€; spart für Bike: 5,00_€ von "
                    + "100,00_€; neues Sparziel Kite: 5,00_€ von 8,00_€",
                "Bruno: keine Buchungen, Kontostand 1.234,50_€",
            ])
        #expect(
            text(Self.facts(children), .french) == [
                "La semaine",
                "Alice_: 12,60_€ reçus, 3,00_€ dépensés (3 mouvements), solde_: 1'234,50_€'; économise pour Bike_: 5,00_€ sur "
                    + "100,00_€'; nouvel objectif Kite_: 5,00_€ sur 8,00_€",
                "Bruno_: aucun mouvement, solde_: 1'234,50_€",
            ])
        #expect(
            text(Self.facts(children), .spanish) == [
                "La semana",
                "Alice: recibió 12,60_€, gastó 3,00_€ (3 movimientos), saldo: 1.234,50_€; ahorra para Bike: 5,00_€ de "
                    + "100,00_€; nuevo objetivo Kite: 5,00_€ de 8,00_€",
                "Bruno: sin movimientos, saldo: 1.234,50_€",
            ])
        #expect(English().week("A", income: "1", spending: "0", count: 1, balance: "1").contains("(1 transaction)"))
        #expect(text(Self.drill(), .english)[0] == "Drill: nothing happened")
        #expect(text(Self.drill(), .german)[1].hasSuffix("Es ist nichts passiert."))
        #expect(text(Self.drill(), .french)[1].hasSuffix("Il ne s’est rien passé."))
        #expect(text(Self.drill(), .spanish)[1].hasSuffix("No ha pasado nada."))
        #expect(RenderedAlert.sample(Self.drill()).urgency == .low)
    }

    @Test("children of one first name have both names; a late one says when it was due")
    func names() {
        let other = WeekSummary.Child(Self.child("c4", "Alice", "Moss"), [], goals: [], in: Self.period)
        let alert = RenderedAlert.sample(
            Self.facts([Self.bruno, other, Self.alice], isLate: true), now: Self.end.advanced(by: .seconds(7_200)))
        #expect(alert.text.contains("Alice Moss: ") && alert.text.contains("Alice Reed: "))
        #expect(alert.titleWithRemark == "The week (\(alert.moment); found late)")
        #expect(alert.facts.at == Self.end)
    }

    @Test("both are what docs/webhook.schema.json describes, plain and in a digest")
    func webhook() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let (week, drill) = (RenderedAlert.sample(Self.facts([Self.alice])), RenderedAlert.sample(Self.drill()))
        for alert in [week, drill] {
            #expect(WebhookSchema.mistakes(in: target.text(alert)) == [])
            #expect(try WebhookSchema.undescribed(in: JSONValue(parsing: target.text(alert))) == [])
        }
        let body = try target.json(week)
        #expect(body["type"] == "summary.weekly" && body["data"]?["children"]?[0]?["income"] == "12.60")
        #expect(try target.json(drill)["type"] == "drill")
        var digest = week
        digest.digest = AlertDigest([.sample(), drill, week], in: AlertLocale(), now: Self.end)
        #expect(WebhookSchema.mistakes(in: target.text(digest)) == [])
        let text = try #require(digest.digest).text
        #expect(text.contains("The week\nAlice: $12.60 received") && !text.contains("Drill"))
    }

    @Test("a rule's summary is of its children alone, and of an occasion; the drill goes to every target")
    func planned() throws {
        let rules = RuleSet(
            [
                Rule(
                    name: "week", events: [.summary], children: ["alice"], targets: ["chat"],
                    when: Schedule(days: [7], minute: 1_080)),
                Rule(name: "money"),
            ], targets: ["chat", "phone"],
            people: [Person(targets: ["phone"], quiet: [QuietHours(days: Set(1...7), start: 0, end: 1_440)])])
        let occasion = Schedule(days: [6], minute: 900).last(upTo: Self.end, in: .utc)
        let alert = try #require(
            rules.summary(of: "week", on: occasion, of: [Self.alice, Self.bruno], at: Self.end))
        #expect(alert.key.rawValue == "summary|week|2026-03-14" && alert.deliveries.map(\.target) == ["chat"])
        #expect(WeekSummary(stored: alert.details ?? "")?.children.map(\.row.firstName) == ["Alice"])
        #expect(rules.summary(of: "week", on: occasion, of: [Self.bruno], at: Self.end) == nil)
        #expect(rules.summary(of: "money", on: occasion, of: [Self.alice], at: Self.end) == nil)
        let drill = rules.drill("2026-03-14", at: Self.end, waits: true)
        #expect(drill.deliveries.map(\.target) == ["chat", "phone"])
        #expect(drill.deliveries.map { $0.heldUntil == nil } == [true, false])
        #expect(rules.drill("x", at: Self.end, waits: false).deliveries.allSatisfy { $0.heldUntil == nil })
    }
}
