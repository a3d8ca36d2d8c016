import Store
import Testing
import TextFormats
import Values

@testable import Relay

@Suite("Templates")
struct TemplateTests {
    private func filled(_ text: String, _ facts: AlertFacts = .gift()) throws -> String {
        let now = Timestamp(seconds: 1_773_501_000)
        return try #require(Template(text)).filled(AlertWords(facts, in: AlertLocale(), now: now).text)
    }

    @Test(
        "fields are filled in",
        arguments: [
            ("{child} {verb} {amount}: {description}", "Alice received $12.50: Kite"),
            ("{balance}|{category}|{by}|{notes}|{event}", "$37.50|Gift|Grandma||transaction"),
            ("{at}", "15:09"), ("{account} {child-id} {transaction-id} {currency}", "mum c1 t1 USD"),
            ("{{child}} }}{{", "{child} }{"), ("", ""), ("no field", "no field"),
        ])
    func fills(_ template: String, _ expected: String) throws {
        #expect(try filled(template) == expected)
    }

    @Test("a low balance fits the same words")
    func lowBalance() throws {
        #expect(try filled("{child} {verb} {amount}: {description}", .low) == "Alice is down to $3.50: below $5.00")
        #expect(RenderedAlert.sample(.low).text == "Alice is down to $3.50, below $5.00")
        #expect(RenderedAlert.sample().text == "Alice received $12.50: Kite (balance $37.50)")
    }

    @Test("what a child writes is never read as a template")
    func noReentry() throws {
        #expect(try filled("{description}", .gift("{child} {balance} {{x}}")) == "{child} {balance} {{x}}")
    }

    @Test(
        "filters and conditions, by what an alert has",
        arguments: [
            ("{child|upper} {verb}{if notes}: {notes|cut:6}{end}", "ALICE received: for y…", "ALICE is down to"),
            (#"{category|or:"something"}/{by|or:nobody}"#, "Gift/Grandma", "something/nobody"),
            ("{if event=balance-low}low{else}{if event=withdrawn}gone{else}{amount}{end}{end}", "$12.50", "low"),
            ("{if threshold}below {threshold}{else}fine{end}", "fine", "below $5.00"),
        ])
    func language(_ template: String, _ gift: String, _ low: String) throws {
        #expect(try filled(template, .gift(notes: "for your birthday")) == gift)
        #expect(try filled(template, .low) == low)
    }

    @Test("a condition on an event that there is not is told with the one that is meant")
    func events() {
        let problem = Template.problems(in: "{if event=balance_low}x{end}").first
        #expect(problem?.message == "'event' is never 'balance_low'" && problem?.hint == "did you mean 'balance-low'?")
    }

    @Test("words that ask first are used for alerts without money, others are not")
    func problems() {
        var facts = AlertFacts.low
        (facts.event, facts.firstName, facts.balance, facts.threshold) = (.signInNeeded, "", nil, nil)
        facts.notice = AlertRow.Notice(
            subject: "mum", sentence: "Sign in", since: Timestamp(seconds: 1_773_500_000), isOver: false)
        let asking = Template("{if child}{child} {amount}{else}Look: {description}{end}{by|or:!}")
        #expect(RenderedAlert.sample(facts, template: asking).text == "Look: since 14:53: Sign in!")
        let blind = Template("{if event=sign-in-needed}{child|upper}{end}x")
        #expect(RenderedAlert.sample(facts, template: blind).text == "since 14:53: Sign in")
    }

    @Test("in a link a value is filtered first and encoded then, so that nothing cuts an escape in two")
    func links() {
        func link(_ template: String, _ description: String) -> String? {
            RenderedAlert.sample(.gift(description), style: AlertStyle(link: template)).link
        }
        #expect(link("https://f.example/{description|cut:2}", "/ä&") == "https://f.example/%2F%E2%80%A6")
        #expect(link("https://f.example/{notes|or:'a b/c'}", "x") == "https://f.example/a%20b%2Fc")
        #expect(link("https://f.example/{description|lower}", "%2F..") == "https://f.example/%252f..")
        #expect(link("https://f.example/x{if notes}/{notes}{end}", "x") == "https://f.example/x")
    }

    @Test("a template that is no longer valid falls back to the event's own words")
    func cache() {
        var cache = TemplateCache()
        #expect(cache.template(nil) == nil && cache.template("{gone}") == nil)
        #expect(cache.template("{child}") == Template("{child}"))
        for number in 0..<300 { _ = cache.template("{child} \(number)") }
    }
}
