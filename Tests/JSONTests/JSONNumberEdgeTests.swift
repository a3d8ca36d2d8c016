import JSON
import TestNumbers
import Testing
import Values

@Suite("Edges of numbers")
struct JSONNumberEdgeTests {
    private func number(_ text: String) throws(JSONError) -> JSONNumber {
        try withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            return try cursor.numberValue(bytes)
        }
    }

    @Test("any digits are kept, one by one, on both sides of the point and of 19 digits")
    func digits() throws {
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<3_000 {
            let count = Int.random(in: 1...38, using: &numbers)
            var digits = (0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &numbers))") }
            digits[0] = count == 1 ? digits[0] : "1"
            let point = Int.random(in: 1...count, using: &numbers)
            let exponent = Int.random(in: -40...40, using: &numbers)
            let sign = Bool.random(using: &numbers) ? "-" : ""
            let fraction = point < count ? "." + String(digits[point...]) : ""
            let text = sign + String(digits[..<point]) + fraction + (exponent == 0 ? "" : "e\(exponent)")
            let found = try number(text)
            #expect(found.isNegative == !sign.isEmpty)
            #expect("\(found.coefficient)" == (count == 1 ? String(digits) : String(digits)), "\(text)")
            #expect(found.exponent == exponent - (count - point), "\(text)")
        }
    }

    @Test(
        "19 digits and 20 are as exact as 38",
        arguments: [
            "9999999999999999999", "18446744073709551615", "18446744073709551616", "99999999999999999999",
            "99999999999999999999999999999999999999",
        ])
    func widths(text: String) throws {
        #expect("\(try number(text).coefficient)" == text)
    }

    @Test(
        "an exponent is -128 to 127, after the fraction's digits are taken off",
        arguments: [
            ("1e127", 127), ("1e-128", -128), ("0.1e-127", -128), ("0.1e128", 127), ("1e0127", 127), ("1e+0", 0),
        ])
    func exponents(text: String, exponent: Int) throws {
        #expect(try number(text).exponent == exponent)
    }

    @Test(
        "beyond that it can't be held",
        arguments: ["1e128", "1e-129", "0.1e-128", "1e9999", "1e-9999", "1e00001", "1.0e129"])
    func inexact(text: String) {
        #expect(throws: JSONError.self) { try number(text) }
        #expect((try? number(text)) == nil)
        let kind = #expect(throws: JSONError.self) { try number(text) }?.kind
        #expect(kind == .inexactNumber)
    }

    @Test(
        "whole numbers of 64 bits are read to both ends",
        arguments: [
            ("9223372036854775807", Int.max), ("-9223372036854775807", -Int.max), ("-9223372036854775808", Int.min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("-18446744073709551616", nil),
        ])
    func whole(text: String, value: Int?) throws {
        #expect(try number(text).int == value)
        #expect(JSONNumberText(text)?.int == value)
        if let value { #expect(JSONFragment(value).text == text) }
    }

    @Test("a number fits an integer type exactly or not at all")
    func types() throws {
        #expect(try number("255").integer(as: UInt8.self) == 255 && number("256").integer(as: UInt8.self) == nil)
        #expect(try number("-128").integer(as: Int8.self) == -128 && number("-129").integer(as: Int8.self) == nil)
        #expect(try number("-1").integer(as: UInt64.self) == nil && number("-0").integer(as: UInt64.self) == 0)
        #expect(try number("18446744073709551615").integer(as: UInt64.self) == .max)
        #expect(try number("-0.0").integer(as: Int.self) == 0 && number("2.50e1").integer(as: Int.self) == 25)
        #expect(try number("2.5e0").integer(as: Int.self) == nil && number("100e-2").integer(as: Int.self) == 1)
        // Past 128 bits, above and below.
        #expect(try number("1e38").integer(as: Int128.self) == 100_000_000_000_000_000_000_000_000_000_000_000_000)
        #expect(try number("2e38").integer(as: Int128.self) == nil && number("2e38").integer(as: UInt128.self) != nil)
        #expect(try number("-2e38").integer(as: Int128.self) == nil && number("4e38").integer(as: UInt128.self) == nil)
        #expect(try number("-17e37").integer(as: Int128.self) == -170_000_000_000_000_000_000_000_000_000_000_000_000)
    }

    @Test("an exponent makes zeros of a decimal, as many as 38 digits hold")
    func decimals() throws {
        #expect(try number("1e37").decimal?.description == "1" + String(repeating: "0", count: 37))
        #expect(try number("1e38").decimal == nil && number("12e37").decimal == nil)
        #expect(try number("0e127").decimal == .zero)
        #expect(try number("1e-38").decimal?.description == "0." + String(repeating: "0", count: 37) + "1")
        #expect(try number("1e-39").decimal == nil)
    }

    @Test(
        "the wrong place is the number's first byte, or the exponent's first digit",
        arguments: [
            (" 01", 1, JSONError.Kind.invalidNumber), (" -", 1, .invalidNumber), (" 1.", 1, .invalidNumber),
            (" 1e+", 4, .invalidNumber), (" 1e12345", 3, .inexactNumber), (" 1e200", 1, .inexactNumber),
            (" -01", 1, .invalidNumber),
        ])
    func places(text: String, offset: Int, kind: JSONError.Kind) {
        #expect(throws: JSONError(kind, at: offset)) { try number(text) }
    }

    @Test(
        "a text is one number only without anything around it",
        arguments: [" 1", "1 ", "1,", "1e1.", "--1", "1\u{0}", "true"])
    func texts(text: String) {
        #expect(JSONNumberText(text) == nil)
    }
}
