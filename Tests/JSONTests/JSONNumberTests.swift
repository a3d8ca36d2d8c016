import JSON
import Testing
import Values

@Suite("Numbers")
struct JSONNumberTests {
    private func decimal(_ text: String) throws(JSONError) -> Decimal {
        try withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            let value = try cursor.decimalValue(bytes)
            try cursor.expectEnd(bytes)
            return value
        }
    }

    @Test(
        "are the decimals they spell, digit by digit",
        arguments: [
            ("0", "0"), ("-0", "0"), ("0.1", "0.1"), ("12.10", "12.10"), ("1.005", "1.005"), ("4.5000", "4.5000"),
            ("99999999999.99", "99999999999.99"), ("9007199254740993", "9007199254740993"),
            ("18446744073709551616", "18446744073709551616"),
            ("33.333333333333333333333333333", "33.333333333333333333333333333"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("-0.12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678"),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
            ("1e3", "1000"), ("1.5E-7", "0.00000015"), ("-2e+2", "-200"), ("1.50e1", "15.0"), ("0e10", "0"),
        ])
    func exact(text: String, expected: String) throws {
        #expect(try decimal(text).description == expected)
        #expect(JSONNumberText(text)?.decimal?.description == expected)
    }

    @Test(
        "are refused, never rounded, where they can't be held",
        arguments: [
            "999999999999999999999999999999999999999", "1e38", "1e200", "1e12345", "1e-39", "1e-200",
            "0.123456789012345678901234567890123456789", "1.00000000000000000000000000000000000000",
            "1e99999999999999999999999999999999",
        ])
    func inexact(text: String) throws {
        let error = #expect(throws: JSONError.self) { try decimal(text) }
        #expect(error?.kind == .inexactNumber)
        let tree = try JSONValue(parsing: text)
        #expect(tree.description == text)
        #expect(throws: JSONError(.inexactNumber, at: nil)) { try JSONNode(tree).decimal() }
    }

    @Test("are not what JSON doesn't know", arguments: ["-", ".5", "1.", "00", "1e", "+1", "NaN", "", "0x1", "١"])
    func malformed(text: String) {
        #expect(throws: JSONError.self) { try decimal(text) }
        #expect(JSONNumberText(text) == nil)
    }

    @Test(
        "are whole only without fraction and exponent",
        arguments: [
            ("0", 0), ("-7", -7), ("9223372036854775807", Int.max), ("1.0", nil), ("1e2", nil),
            ("9223372036854775808", nil),
        ])
    func whole(text: String, expected: Int?) {
        let value = try? withBytes(text) { bytes throws(JSONError) in
            var cursor = JSONCursor()
            return try cursor.intValue(bytes)
        }
        #expect(value == expected)
        #expect(JSONNumberText(text)?.int == expected)
    }
}
