import HTTPClient
import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("Events of a preview")
struct PreviewEventTests {
    private static let now = Timestamp(seconds: 1_773_501_000)

    private static func webhook() throws -> WebhookTarget {
        try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
    }

    private static func event(_ body: String) throws -> PreviewEvent {
        try PreviewEvent(webhook: JSONNode(try JSONValue(parsing: body)))
    }

    private static func problem(isOver: Bool) -> AlertFacts {
        AlertFacts(
            AlertRow.Notice(
                subject: "mum", sentence: "mum must sign in: pocketbell login mum",
                since: Timestamp(seconds: 1_773_400_000),
                isOver: isOver), as: .signInNeeded, at: now)
    }

    @Test(
        "what a webhook was sent says again what it said, in every language",
        arguments: [
            AlertFacts.gift(), .gift(Hostile.markup, child: "Anna", notes: "for\nyou", isLate: true), .withdrawn(),
            .low,
            problem(isOver: false), problem(isOver: true),
        ], Language.allCases)
    func bodies(_ facts: AlertFacts, _ language: Language) throws {
        let renderer = AlertRenderer(target: "chat", locale: AlertLocale(language: language))
        let told = RenderedAlert.sample(facts, by: renderer, now: Self.now)
        let event = try Self.event(Self.webhook().text(told))
        #expect(event.event == facts.event && !event.isRepeat)
        let again = RenderedAlert.sample(event.facts, by: renderer, now: Self.now)
        #expect(again.text == told.text && again.title == told.title && again.moment == told.moment)
        #expect(again.remark(aboutRepeats: true) == told.remark(aboutRepeats: true))
    }

    @Test("a repeat is one, and who wrote text for the screen has it cleaned as on its way from the store")
    func cleaned() throws {
        let repeated = RenderedAlert.sample(.gift(), isRepeat: true, now: Self.now)
        #expect(try Self.event(Self.webhook().text(repeated)).isRepeat)
        let body = Self.body(description: #"a\u202eb\u0000c"#, name: #"A\nlice\u202e Reed"#)
        let facts = try Self.event(body).facts
        #expect(facts.movement?.description == "abc" && facts.firstName == "A" && facts.fullName == "A lice Reed")
    }

    private static func body(
        type: String = "transaction.created", amount: String = #""12.50""#, kind: String = "credit",
        at: String = "2026-11-22T09:18:40Z", description: String = "Kite", name: String = "Alice Reed"
    ) -> String {
        #"{"type":"\#(type)","timestamp":"\#(at)","data":{"child":{"id":"c1","name":"\#(name)"},"transaction":{"id":"t1","#
            + #""amount":\#(amount),"kind":"\#(kind)","category":"Gift","description":"\#(description)","at":"\#(at)","#
            + #""balance":"37.50","by":null,"notes":null},"late":false}}"#
    }

    @Test(
        "what is missing or another thing is named with its place",
        arguments: [
            ("[]", ""), ("{}", "type"), (body(type: "digest"), "type"),
            (body(amount: "12.5"), "data.transaction.amount"),
            (body(amount: #""12,50""#), "data.transaction.amount"), (body(kind: "gift"), "data.transaction.kind"),
            (body(at: "yesterday"), "timestamp"), (body(type: "balance.low"), "data.balance"),
            (body(type: "problem.began"), "data.problem"),
            (
                #"{"type":"problem.began","timestamp":"2026-11-22T09:18:40Z","data":{"problem":{"kind":"withdrawn"}}}"#,
                "data.problem.kind"
            ),
        ])
    func mistakes(_ body: String, _ place: String) throws {
        let error = #expect(throws: JSONError.self) { try Self.event(body) }
        #expect(error.map { "\($0)" }?.contains(place) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a type that cannot be given is named with why, one that can is not")
    func types() {
        for event in AlertRow.Event.allCases where event != .summary && event != .drill {
            #expect(PreviewEvent.refusal(ofType: WebhookTarget.type(of: event)) == nil)
        }
        #expect(PreviewEvent.refusal(ofType: "problem.over") == nil)
        #expect(PreviewEvent.refusal(ofType: "digest")?.message == "a digest is several alerts in one message")
        for word in ["drill", "summary.weekly"] {
            #expect(PreviewEvent.refusal(ofType: word)?.message.contains("'\(word)'") == true)
        }
        let near = PreviewEvent.refusal(ofType: "transaction.create\u{202E}")
        #expect(near?.message == "there is no type 'transaction.create'")
        #expect(near?.hint == "did you mean 'transaction.created'?")
    }

    @Test("a rule has a sample of each kind that it tells of, and one of all problems")
    func samples() {
        let rule = Rule(
            name: "all", events: Set(AlertRow.Event.allCases), children: ["Anna Reed"], minimum: Decimal("100"),
            below: Decimal("5"))
        let samples = PreviewEvent.samples(of: rule, in: .german, at: Self.now)
        #expect(samples.map(\.event) == AlertRow.Event.allCases.filter { !$0.isProblem } + [.signInNeeded])
        let renderer = AlertRenderer(target: "chat", locale: AlertLocale(language: .german))
        let texts = Dictionary(
            uniqueKeysWithValues: samples.map {
                ($0.event, RenderedAlert.sample($0.facts, by: renderer, now: Self.now).text)
            })
        #expect(texts[.transaction]?.hasPrefix("Anna bekam 100,00\u{A0}$: ein Test") == true)
        #expect(texts[.withdrawn]?.hasPrefix("Anna bekam doch nicht") == true)
        #expect(texts[.balanceLow] == "Anna hat nur noch 4,99\u{A0}$, weniger als 5,00\u{A0}$")
        #expect(texts[.balanceRecovered] == "Anna hat wieder 5,00\u{A0}$, nicht mehr weniger als 5,00\u{A0}$")
        #expect(texts[.choreApproved] == "Anna hat 100,00\u{A0}$ verdient: ein Beispiel (bestätigt von PocketBell)")
        #expect(texts[.summary]?.hasPrefix("Anna: 100,00\u{A0}$ erhalten") == true)
        #expect(texts[.drill]?.hasPrefix("Dieser Probealarm") == true)
        #expect(texts[.signInNeeded] == "seit 14:10: this is a sample, and nothing is wrong")
        #expect(PreviewEvent.samples(of: Rule(name: "x", events: []), in: .english, at: Self.now).isEmpty)
    }

    @Test(
        "what a webhook is sent of each event is as the schema says, and read back it says the same",
        // What comes at a set time is no event that somebody could give.
        arguments: AlertRow.Event.allCases.filter { $0 != .summary && $0 != .drill })
    func roundTrip(_ event: AlertRow.Event) throws {
        let rule = Rule(name: "all", events: [event], below: Decimal("5"))
        let facts = try #require(PreviewEvent.samples(of: rule, in: .english, at: Self.now).first).facts
        let alert = RenderedAlert.sample(facts, now: Self.now)
        let body = String(decoding: WebhookTarget.json(of: alert), as: UTF8.self)
        #expect(WebhookSchema.mistakes(in: body) == [], "\(body)")
        #expect(try WebhookSchema.undescribed(in: try JSONValue(parsing: body)) == [])
        let again = try Self.event(body)
        #expect(again.event == event && RenderedAlert.sample(again.facts, now: Self.now).text == alert.text)
    }

    @Test("a preview is what the target's lane would send")
    func preview() throws {
        let target = TargetConfiguration(name: "screen", DesktopSettings())
        let style = AlertStyle(title: "{child|upper}", urgency: .low, link: "https://f.example/{transaction-id}")
        let rule = Rule(name: "money", template: "{amount}{if notes}: {notes}{end}", style: style)
        let sample = PreviewEvent.samples(of: rule, in: .french, at: Self.now)[0]
        let preview = AlertPreview(
            of: sample, by: rule, at: target, in: AlertLocale(language: .french),
            now: Self.now.advanced(by: .seconds(900)))
        #expect(preview.title == "TEST")
        #expect(preview.text == "12,50\u{A0}$: ce que quelqu’un a noté vient ici")
        #expect(preview.target == "screen" && preview.kind == "desktop" && preview.language == .french)
        #expect(preview.urgency == .low && preview.remark == "15:10" && preview.event == .transaction)
        #expect(preview.link == "https://f.example/00000000-0000-0000-0000-000000000000")
    }
}
