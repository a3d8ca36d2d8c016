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

    @Test("a template that is no longer valid falls back to the event's own words")
    func cache() {
        var cache = TemplateCache()
        #expect(cache.template(nil) == nil && cache.template("{gone}") == nil)
        #expect(cache.template("{child}") == Template("{child}"))
        for number in 0..<300 { _ = cache.template("{child} \(number)") }
    }
}
