import Testing
import Values

@Suite("Decimals")
struct DecimalTests {
    private static let nines = String(repeating: "9", count: 38)

    private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(text)) }

    @Test(
        "print as they were written",
        arguments: [
            "0", "5", "5.0", "5.00", "-0.50", "0.01", "12345678901234567890.123456789012345678", nines, "-" + nines,
            "0." + nines, "99999999.99", "33.333333333333333333333333333",
        ])
    func roundTrip(text: String) throws {
        #expect(try decimal(text).description == text)
    }

    @Test(
        "are not read from anything else",
        arguments: [
            "", "-", ".", "5.", ".5", "+5", "--5", "1e3", "1,5", "1.2.3", " 1", "1 ", "01", "-01", "00", "0x1", "١٢",
            "１",
            "1_000", "NaN", "inf", "5\n", "5\0", "−5", nines + "0", "0.0" + nines, "1." + nines,
            String(repeating: "9", count: 100_000),
        ])
    func refuses(text: String) {
        #expect(Decimal(text) == nil)
    }

    @Test("a minus before zero is kept out")
    func negativeZero() throws {
        let zero = try decimal("-0.00")
        #expect(zero.description == "0.00" && !zero.isNegative && zero.isZero && zero == .zero)
    }

    @Test(
        "compare by the number, not by the digits",
        arguments: [
            ("1", "2"), ("-2", "-1"), ("-1", "1"), ("0.9", "0.91"),
            ("-0.5", "-0.49"), ("-0.01", "0"), ("0", "0.00000000000000000000000000000000000001"),
            (String(nines.dropLast()) + "8", nines), ("-" + nines, nines), ("0." + nines, "1"), ("9.99", "10"),
        ])
    func order(smaller: String, larger: String) throws {
        let (smaller, larger) = try (decimal(smaller), decimal(larger))
        #expect(smaller < larger && !(larger < smaller) && smaller != larger)
    }

    @Test("are equal and hash alike whatever their scale")
    func equality() throws {
        let spellings = try Set(["5", "5.0", "5.00", "5.00000000000000000000000000000000000"].map { try decimal($0) })
        #expect(spellings.count == 1)
        #expect(try decimal("-1.50") == decimal("-1.5") && decimal("1.5") != decimal("-1.5"))
    }

    @Test(
        "add and subtract exactly, with the larger scale",
        arguments: [
            ("0.1", "0.2", "0.3"), ("5", "0.25", "5.25"), ("-1.5", "1.50", "0.00"),
            ("99999999.99", "0.01", "100000000.00"),
            ("0." + nines, "0", "0." + nines), ("-5", "-0.5", "-5.5"),
        ])
    func sums(left: String, right: String, sum: String) throws {
        let (left, right) = try (decimal(left), decimal(right))
        #expect(left.adding(right)?.description == sum)
        #expect(right.adding(left)?.description == sum)
        #expect(try decimal(sum).subtracting(right) == left)
        #expect((-left).adding(-right) == left.adding(right).map { -$0 })
    }

    @Test("don't give a sum that needs more than 38 digits")
    func overflow() throws {
        let largest = try decimal(Self.nines)
        let one = try decimal("1")
        #expect(try largest.adding(one) == nil && largest.adding(decimal("0.1")) == nil)
        #expect(largest.subtracting(-one) == nil && largest.adding(largest) == nil)
        #expect(largest.adding(-largest)?.isZero == true)
    }

    @Test(
        "change their scale only without loss",
        arguments: [
            ("5", 2, "5.00"), ("5.50", 1, "5.5"), ("5.55", 1, nil), ("5.00", 0, "5"), ("-0.10", 1, "-0.1"),
            (nines, 1, nil), ("1", 37, "1." + String(repeating: "0", count: 37)), ("1", 38, nil), ("1", 39, nil),
            ("1", -1, nil), ("10", -1, nil), ("0", 38, "0." + String(repeating: "0", count: 38)),
        ])
    func rescaling(text: String, scale: Int, expected: String?) throws {
        #expect(try decimal(text).rescaled(to: scale)?.description == expected)
    }

    @Test(
        "show money with two digits, or all there are",
        arguments: [
            ("5", "5.00"), ("5.5", "5.50"), ("13.345", "13.345"), ("13.3400", "13.34"), ("-0.1", "-0.10"),
            ("0", "0.00"),
            (nines, nines),
        ])
    func money(text: String, expected: String) throws {
        #expect(try decimal(text).moneyText == expected)
    }

    @Test("are made only of what they can hold")
    func parts() {
        #expect(Decimal(coefficient: 10_000_000_000_000_000_000_000_000_000_000_000_000 * 10, scale: 0) == nil)
        #expect(Decimal(coefficient: .min, scale: 0) == nil && Decimal(coefficient: 1, scale: 39) == nil)
        #expect(
            Decimal(coefficient: 1, scale: -1) == nil
                && Decimal(coefficient: -5, scale: 1)?.magnitude.description == "0.5")
    }

    @Test("agree with whole numbers of hundredths, whatever the spelling", arguments: [UInt64(1), 2, 3])
    func oracle(seed: UInt64) throws {
        var state = seed
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 40) - (1 << 23)
        }
        for _ in 0..<2_000 {
            let (left, right) = (next(), next())
            let first = try #require(Decimal(coefficient: Int128(left), scale: 2))
            let second = try #require(Decimal(coefficient: Int128(right) * 1_000, scale: 5))
            #expect(first.adding(second)?.coefficient == Int128(left + right) * 1_000)
            #expect((first < second) == (left < right) && (first == second) == (left == right))
            #expect(Decimal(first.description) == first && Decimal(second.moneyText) == second)
        }
    }
}
