import Testing
import TextFormats

@testable import Configuration
@testable import Relay

@Suite("What a key of the configuration takes")
struct ConfigurationFormatTests {
    private func takes(_ format: TextFormat<String>, _ text: String) -> Bool {
        (try? format.parse(text)) != nil
    }

    @Test(
        "a server's address may have a port and a path",
        arguments: [
            "https://a.example", "http://a.example", "https://a.example:8443", "https://a.example/api",
            "https://a.example/@mum", "https://[::1]:8080/x", "http://127.0.0.1:5000",
        ])
    func servers(_ text: String) { #expect(takes(.serverAddress, text)) }

    @Test(
        "a server's address has no query, no fragment, no password and no other scheme",
        arguments: [
            "", "a.example", "ftp://a.example", "https://", "https://a.example?x", "https://a.example/#",
            "https://a.example#x",
            "https://mum@a.example", "https://mum:hunter2@a.example/x", "https://a.example/x?y=z", "https://a b",
            "https://a.example/\n", "https://a.example\u{1B}", "https:/a.example",
        ])
    func otherServers(_ text: String) { #expect(!takes(.serverAddress, text)) }

    @Test("the refusal of a server's address says what must go", arguments: ["?", "#"])
    func serverHints(_ mark: String) {
        let error = #expect(throws: TextFormatError.self) { try TextFormat.serverAddress.parse("https://a/\(mark)x") }
        #expect(error?.hint == "end it before '?' and '#'")
        let secret = #expect(throws: TextFormatError.self) { try TextFormat.serverAddress.parse("https://a:hunter2@b") }
        #expect(secret.map { "\($0)".contains("hunter2") } == false)
    }

    @Test("a hub's path begins with a slash", arguments: ["/", "/hubs/family", "/a%20b", "//x"])
    func paths(_ text: String) { #expect(takes(.urlPath, text)) }

    @Test(
        "a path that is none is refused", arguments: ["", "hubs", "/a b", "/a?b", "/a#b", "/a\tb", "/a\u{A0}b", "/\n"])
    func otherPaths(_ text: String) { #expect(!takes(.urlPath, text)) }

    @Test("an email address has one @ with something on both sides", arguments: ["a@b", "mum+x@one.example", "ä@ö"])
    func emails(_ text: String) { #expect(takes(.email, text)) }

    @Test(
        "an email address that is none is refused",
        arguments: ["", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a@b\n", "\u{2028}a@b"])
    func otherEmails(_ text: String) { #expect(!takes(.email, text)) }

    @Test(
        "a signing key has 24 to 64 bytes",
        arguments: [(23, false), (24, true), (25, true), (63, true), (64, true), (65, false), (0, false)])
    func keys(_ count: Int, _ isTaken: Bool) {
        let key = "whsec_" + Base64Text.of([UInt8](repeating: 7, count: count))
        #expect(takes(.signingKey, key) == isTaken)
        #expect(!takes(.signingKey, String(key.dropFirst(6))))
        #expect(!takes(.signingKey, key + "!"))
        #expect(!takes(.signingKey, "WHSEC_" + key.dropFirst(6)))
    }

    @Test(
        "a topic has 1 to 64 letters, digits, dashes and underscores",
        arguments: [
            ("a", true), ("A-z_09", true), (String(repeating: "t", count: 64), true), ("", false),
            (String(repeating: "t", count: 65), false), ("a b", false), ("a/b", false), ("a.b", false), ("ä", false),
            ("a@", false), ("a[", false), ("a`", false), ("a{", false), ("a\n", false), (":", false),
        ])
    func topics(_ text: String, _ isTaken: Bool) { #expect(takes(.ntfyTopic, text) == isTaken) }

    @Test(
        "a token begins with tk_ and goes on",
        arguments: [
            ("tk_a", true), ("tk_AZaz09", true), ("tk_", false), ("tk", false), ("tka", false), ("TK_a", false),
            ("tk_a b", false), ("tk_a/b", false), ("tk_ä", false), (" tk_a", false),
        ])
    func tokens(_ text: String, _ isTaken: Bool) { #expect(takes(.ntfyToken, text) == isTaken) }

    @Test("what stands for a wrong value can itself be read, so that one mistake makes no second one")
    func placeholders() {
        for format in [TextFormat<String>.serverAddress, .urlPath, .email, .ntfyTopic] {
            #expect(takes(format, format.placeholder))
        }
    }

    @Test("each example of the documentation is taken")
    func examples() {
        for format in [TextFormat<String>.serverAddress, .urlPath, .email, .signingKey, .ntfyTopic, .ntfyToken] {
            #expect(takes(format, format.shape.example), "\(format.shape.example)")
            #expect(format.showing("another").shape.example == "another")
            #expect(takes(format.showing("another"), format.shape.example))
        }
    }
}
