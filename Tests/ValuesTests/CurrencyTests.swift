import Testing
import Values

@Suite("Currency")
struct CurrencyTests {
    @Test(
        "writes amounts as people do",
        arguments: [
            ("EUR", "12.5", "€12.50", "+€12.50"), ("EUR", "-3.2", "-€3.20", "-€3.20"), ("USD", "0", "$0.00", "$0.00"),
            ("JPY", "500.00", "¥500", "+¥500"), ("JPY", "0.5", "¥0.5", "+¥0.5"),
            ("KWD", "1.5", "KWD\u{A0}1.500", "+KWD\u{A0}1.500"),
            ("CHF", "-12.345", "-CHF\u{A0}12.345", "-CHF\u{A0}12.345"),
            ("gbp", "1000000", "£1000000.00", "+£1000000.00"),
            (
                "EUR", "99999999999999999999999999999999999999", "€99999999999999999999999999999999999999",
                "+€99999999999999999999999999999999999999"
            ),
        ])
    func writing(code: String, amount: String, state: String, movement: String) throws {
        let (currency, amount) = (try #require(Currency(code: code)), try #require(Decimal(amount)))
        #expect(currency.text(amount) == state)
        #expect(currency.signedText(amount) == movement)
    }

    @Test("reads codes in use, whatever their case, and nothing else")
    func codes() {
        #expect(Currency(code: "eur")?.code == "EUR")
        #expect(Currency(code: "usd") == .dollar)
        for code in ["", "EU", "EURO", "XXX", "€", "E\u{301}UR"] { #expect(Currency(code: code) == nil, "\(code)") }
        #expect(Currency.codes == Currency.codes.sorted())
        #expect(Set(Currency.codes).count == Currency.codes.count)
        #expect(Currency.codes.allSatisfy { Currency(code: $0)?.code == $0 })
    }
}
