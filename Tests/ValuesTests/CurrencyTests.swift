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

    @Test(
        "writes amounts as each language does, digit by digit",
        arguments: [
            ("EUR", "1234.5", "€1,234.50", "1.234,50_€", "1'234,50_€"), ("EUR", "0", "€0.00", "0,00_€", "0,00_€"),
            ("USD", "-999.99", "-$999.99", "-999,99_$", "-999,99_$"), ("JPY", "1000", "¥1,000", "1.000_¥", "1'000_¥"),
            ("CHF", "-100000", "-CHF_100,000.00", "-100.000,00_CHF", "-100'000,00_CHF"),
            ("KWD", "1234567.1234", "KWD_1,234,567.1234", "1.234.567,1234_KWD", "1'234'567,1234_KWD"),
            // More digits than a binary fraction holds, each of them as it was.
            (
                "EUR", "99999999999999999999999999999999999.99", "€99,999,999,999,999,999,999,999,999,999,999,999.99",
                "99.999.999.999.999.999.999.999.999.999.999.999,99_€",
                "99'999'999'999'999'999'999'999'999'999'999'999,99_€"
            ),
        ])
    func notations(code: String, amount: String, english: String, pointed: String, spaced: String) throws {
        let (currency, amount) = (try #require(Currency(code: code)), try #require(Decimal(amount)))
        let written = [MoneyNotation.english, .pointed, .spaced].map { notation in
            currency.text(amount, in: notation)
                .replacing(text: "\u{A0}", with: "_").replacing(text: "\u{202F}", with: "'")
        }
        #expect(written == [english, pointed, spaced])
        let sign = amount.isNegative || amount.isZero ? "" : "+"
        #expect(currency.signedText(amount, in: .pointed) == sign + currency.text(amount, in: .pointed))
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
