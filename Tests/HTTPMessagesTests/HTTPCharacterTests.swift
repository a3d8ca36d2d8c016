import Testing
import Values

@testable import HTTPMessages

@Suite("Characters of HTTP")
struct HTTPCharacterTests {
    private static let all = (0..<256).map { UInt8($0) }

    @Test("a token has letters, digits and fifteen signs, and nothing else")
    func tokens() {
        let allowed = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&'*+-.^_`|~".utf8)
        for byte in Self.all {
            #expect(byte.isTokenCharacter == allowed.contains(byte), "\(byte)")
            let head = Array("A".utf8) + [byte] + Array(" / HTTP/1.1\r\nHost: h".utf8)
            #expect(((try? HTTPRequestHead(head[...])) != nil) == allowed.contains(byte), "\(byte)")
            let field = Array("A".utf8) + [byte] + Array(": b".utf8)
            // A colon ends the name.
            let isField = allowed.contains(byte) || byte == UInt8(ascii: ":")
            #expect(((try? HTTPField(parsing: field[...])) != nil) == isField, "\(byte)")
        }
    }

    @Test("a value has no control character but the tab, and a target none at all")
    func values() {
        for byte in Self.all {
            let isControl = byte < 0x20 && byte != 0x09 || byte == 0x7F
            #expect(byte.isFieldCharacter == !isControl, "\(byte)")
            let field = Array("A: b".utf8) + [byte] + Array("c".utf8)
            #expect(((try? HTTPField(parsing: field[...])) != nil) == !isControl, "\(byte)")
            let head = Array("GET /".utf8) + [byte] + Array(" HTTP/1.1\r\nHost: h".utf8)
            let isTarget =
                (0x21...0x7E).contains(byte)
                && ![UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "\\")].contains(byte)
            #expect(((try? HTTPRequestHead(head[...])) != nil) == isTarget, "\(byte)")
        }
    }

    @Test(
        "only the letters A to Z have two cases",
        arguments: [
            ("aZ", "Az", true), ("@", "`", false), ("[", "{", false), ("\u{212A}", "k", false), ("É", "é", false),
            ("ss", "ß", false),
            ("a", "ab", false), ("", "", true), ("\u{1}", "!", false),
        ])
    func letterCase(one: String, other: String, isEqual: Bool) {
        #expect(one.equalsIgnoringASCIICase(other) == isEqual)
        #expect(other.equalsIgnoringASCIICase(one) == isEqual)
    }

    @Test("a field may be sent when neither its name nor its value can end a line")
    func validity() {
        #expect(HTTPField("A", "b\té").isValid && HTTPField("A", "").isValid)
        #expect(
            !HTTPField("", "b").hasValidName && !HTTPField("A\r", "b").hasValidName && HTTPField("A", "\n").hasValidName
        )
        #expect(!HTTPField("A", "\r").hasValidValue && HTTPField("\n", "b").hasValidValue)
        #expect(!HTTPField("A", Secret("b\nc")).isValid && HTTPField("A", prefix: "x ", Secret("b")).isValid)
    }

    @Test(
        "what always carries a secret is not printed, in any letter case",
        arguments: [
            "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-gotify-key",
        ])
    func secretNames(name: String) {
        for spelled in [name, name.uppercased()] {
            #expect(HTTPField(spelled, "s3cret").description == "\(spelled): <redacted>")
        }
        #expect(HTTPField("x-" + name, "open").description == "x-\(name): open")
    }

    @Test(
        "a value is trimmed of blanks and tabs, inside it they stay",
        arguments: [
            ("A: \t b \t", "b"), ("A:b c", "b c"), ("A:", ""), ("A: \t ", ""), ("A::b", ":b"),
        ])
    func trimming(line: String, value: String) throws {
        let field = try HTTPField(parsing: Array(line.utf8)[...])
        #expect(field.name == "A" && field.value == value)
    }

    @Test(
        "escapes are decoded wholly or not at all",
        arguments: [
            ("a%2Fb%2fc", "a/b/c"), ("%C3%A9é", "éé"), ("a+b", "a+b"), ("", ""), ("%25%32%35", "%25"), ("%", nil),
            ("%2", nil),
            ("%2g", nil), ("%g2", nil), ("%-1", nil), ("a%00b", nil), ("%FF", nil), ("%C3", nil), ("%ED%A0%80", nil),
            ("%C0%AF", nil),
        ])
    func decoding(text: String, expected: String?) {
        #expect(PercentCoding.decode(text) == expected)
    }

    @Test("a plus is a blank only where forms are read")
    func plus() {
        #expect(PercentCoding.decode("a+b%2B", plusIsSpace: true) == "a b+" && PercentCoding.decode("a+b%2B") == "a+b+")
    }

    @Test("any text comes back from its escapes")
    func roundTrip() {
        var seed: UInt64 = 1
        for _ in 0..<500 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let scalar = Unicode.Scalar(UInt32(seed >> 33) % 0xD7FF + 1) ?? "x"
            let text = "a\(scalar)+ b"
            let escaped = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(PercentCoding.decode(escaped) == text && PercentCoding.decode(escaped, plusIsSpace: true) == text)
        }
    }

    @Test(
        "a path stays below its root and hides no separator",
        arguments: [
            ("/a/.", "/a/"), ("/./a", "/a"), ("/a/..", "/"), ("/a/b/../..", "/"), ("/a/%2e%2E/b", "/b"),
            ("/a/%2e/b", "/a/b"),
            ("/...", "/..."), ("/a//b", "/a//b"), ("/.", "/"), ("/%41", "/A"), ("/..", nil), ("/a/../..", nil),
            ("/%2e%2e", nil),
            ("a", nil), ("", nil), ("/a%5cb", nil), ("/a\\b", nil), ("/a%2Fb", nil), ("/%", nil), ("/a/%00", nil),
            ("/../a", nil),
        ])
    func paths(raw: String, expected: String?) {
        #expect(PercentCoding.normalizedPath(raw) == expected)
    }
}
