import JSON
import Testing

@testable import SignalRProtocol

private func messagePack(_ json: String) throws -> [UInt8] {
    var writer = MessagePackWriter()
    var cursor = JSONCursor()
    let bytes = Array(json.utf8)
    try writer.write(bytes.span, &cursor)
    #expect(cursor.offset == bytes.count)
    return writer.bytes
}

@Suite("MessagePack: writing values")
struct MessagePackWriterTests {
    @Test(
        "whole numbers take the fewest bytes",
        arguments: [
            ("0", [0x00]), ("127", [0x7F]), ("128", [0xCC, 0x80]), ("255", [0xCC, 0xFF]), ("256", [0xCD, 1, 0]),
            ("65535", [0xCD, 0xFF, 0xFF]), ("65536", [0xCE, 0, 1, 0, 0]),
            ("4294967296", [0xCF, 0, 0, 0, 1, 0, 0, 0, 0]),
            ("18446744073709551615", [0xCF] + [UInt8](repeating: 0xFF, count: 8)), ("-1", [0xFF]), ("-32", [0xE0]),
            ("-33", [0xD0, 0xDF]), ("-128", [0xD0, 0x80]), ("-129", [0xD1, 0xFF, 0x7F]),
            ("-32769", [0xD2, 0xFF, 0xFF, 0x7F, 0xFF]),
            ("-2147483649", [0xD3, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF]),
            ("-9223372036854775808", [0xD3, 0x80, 0, 0, 0, 0, 0, 0, 0]),
        ] as [(String, [UInt8])])
    func integers(_ text: String, _ bytes: [UInt8]) throws {
        #expect(try messagePack(text) == bytes)
        #expect(try json(of: bytes) == text)
    }

    @Test(
        "a number goes as a double where that is the same number, else as its digits",
        arguments: [
            ("12.34", "12.34"), ("5.0", "5"), ("-0", "-0.0"), ("1e2", "100"), ("0.1e1", "1"), ("1E+20", "1e+20"),
            ("0e99999999999", "\"0e99999999999\""), ("18446744073709551616", "\"18446744073709551616\""),
            ("0.12345678901234567890", "\"0.12345678901234567890\""), ("1e400", "\"1e400\""), ("1e-400", "\"1e-400\""),
            ("79228162514264337593543950335", "\"79228162514264337593543950335\""), ("123456.780", "123456.78"),
        ])
    func numbers(_ text: String, _ again: String) throws { #expect(try json(of: messagePack(text)) == again) }

    @Test(
        "strings, arrays and maps have heads of every width",
        arguments: [0, 1, 15, 16, 31, 32, 255, 256, 65_535, 65_536])
    func sizes(_ count: Int) throws {
        let string = "\"" + String(repeating: "x", count: count) + "\""
        let array = "[" + (0..<count).map { "\($0)" }.joined(separator: ",") + "]"
        let map = "{" + (0..<count).map { "\"\($0)\":[\($0)]" }.joined(separator: ",") + "}"
        for text in [string, array, map] { #expect(try json(of: messagePack(text)) == text) }
    }

    @Test("escapes are resolved, and white space is left out")
    func escapes() throws {
        #expect(
            try messagePack(#" "\u00e9\n\ud83c\udfac" "#.trimmed) == [0xA7, 0xC3, 0xA9, 0x0A, 0xF0, 0x9F, 0x8E, 0xAC])
        #expect(try json(of: messagePack("[ true , false,null ]")) == "[true,false,null]")
        #expect(throws: JSONError.self) { try messagePack(String(repeating: "[", count: 65)) }
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
