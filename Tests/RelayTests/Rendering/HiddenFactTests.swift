import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("What readers of a target are not shown")
struct HiddenFactTests {
    private static let amounts = ["98765.43", "87654.32", "76543.21"]
    /// As they are, without their point, and as each language writes them.
    private static let traces =
        amounts.map { $0.filter(\.isNumber) } + [
            "98,765", "87,654", "76,543", "98.765", "87.654", "76.543", "98765", "87654",
        ]
        + ["98\u{A0}765", "98\u{202F}765", "87\u{202F}654", "76\u{202F}543"]

    private func facts(_ event: AlertRow.Event) -> AlertFacts {
        var facts = AlertFacts.gift("A secret kite", notes: "secret notes")
        facts.event = event
        facts.movement?.amount = Decimal(Self.amounts[0])
        facts.movement?.balance = Decimal(Self.amounts[1])
        facts.balance = Decimal(Self.amounts[1])
        facts.threshold = event == .balanceLow ? Decimal(Self.amounts[2]) : nil
        guard event.isProblem else { return facts }
        return AlertFacts(
            AlertRow.Notice(
                subject: "mum", sentence: "the list says 98765.43, the balance 87654.32 for A secret kite",
                since: Timestamp(seconds: 1), isOver: false), as: event, at: Timestamp(seconds: 60))
    }

    /// Each field by itself, through filters, as a condition, and as title and link.
    private static let templates =
        [nil] + TemplateField.allCases.map { Template("a {\($0.rawValue)} b {if \($0.rawValue)}{\($0.rawValue)}{end}") }

    private static let style = AlertStyle(
        title: "{amount} {balance} {threshold}", link: "https://example.org/{amount}/{balance}")

    private func alert(
        _ event: AlertRow.Event, _ template: Template?, _ language: Language, hiding: Set<HiddenFact>
    ) -> RenderedAlert {
        var locale = AlertLocale(language: language)
        locale.hides = hiding
        return .sample(
            facts(event), template: template, style: Self.style, by: AlertRenderer(target: "chat", locale: locale))
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test(
        "no amount is anywhere in what a target gets, by no field of no rule's words, in no language",
        arguments: Language.allCases)
    func amounts(_ language: Language) {
        let quoting: Set<AlertRow.Event> = [.balanceUnexplained, .conflict]
        for event in AlertRow.Event.allCases where !event.isProblem || quoting.contains(event) {
            for template in Self.templates {
                let text = dumped(alert(event, template, language, hiding: [.amounts]))
                for trace in Self.traces { #expect(!text.contains(trace), "\(event) \(trace)") }
            }
        }
        let shown = dumped(alert(.transaction, Template("{amount}"), language, hiding: []))
        #expect(shown.contains("9876543") && !shown.contains(HiddenFact.mark), "a trace is a trace")
    }

    @Test("a mark stands for what is hidden, and nothing for what is not there")
    func mark() {
        #expect(
            alert(.transaction, nil, .english, hiding: [.amounts]).text
                == "Alice received •••: A secret kite (balance •••)")
        #expect(alert(.balanceLow, nil, .english, hiding: [.amounts]).text == "Alice is down to •••, below •••")
        let template = Template("[{threshold}]{if threshold} low{end}")
        #expect(alert(.transaction, template, .english, hiding: [.amounts]).text == "[]")
        #expect(alert(.transaction, nil, .english, hiding: [.amounts]).title == "••• •••")
    }

    @Test("what people typed is hidden by a word of its own: nobody can know whether there is an amount in it")
    func descriptions() {
        let both: Set<HiddenFact> = [.amounts, .descriptions]
        for template in Self.templates {
            for event in AlertRow.Event.allCases where !event.isProblem {
                #expect(!dumped(alert(event, template, .english, hiding: both)).contains("secret"))
            }
        }
        #expect(dumped(alert(.conflict, nil, .english, hiding: [.descriptions])).contains("secret") == false)
        let hidden = alert(.transaction, Template("{description}{if notes}: {notes}{end}"), .english, hiding: both)
        #expect(hidden.text == "•••")
        #expect(alert(.transaction, Template("{description}"), .english, hiding: [.amounts]).text == "A secret kite")
    }

    @Test("a digest names no sum, and what it is made of has none")
    func digest() throws {
        var locale = AlertLocale()
        locale.hides = [.amounts]
        let members = [AlertRow.Event.transaction, .balanceLow, .withdrawn, .transaction].map {
            alert($0, nil, .english, hiding: [.amounts])
        }
        let digest = AlertDigest(members, in: locale, now: Timestamp(seconds: 1_773_501_000))
        let text = dumped(digest)
        for trace in Self.traces { #expect(!text.contains(trace), "\(trace)") }
        #expect(digest.text.contains("Alice (2)"))
    }

    @Test("bodies have null where a program expects an amount")
    func bodies() throws {
        let target = try WebhookTarget(
            url: Secret("https://h.example/x"), signing: nil, addresses: .target(allowsPrivateAddresses: false))
        let data = try target.json(alert(.transaction, nil, .english, hiding: [.amounts]))["data"]
        #expect(data?["transaction"]?["amount"] == .null && data?["transaction"]?["balance"] == .null)
        let low = try target.json(alert(.balanceLow, nil, .english, hiding: [.amounts]))["data"]
        #expect(low?["balance"] == .null && low?["threshold"] == .null)
    }
}
