import Testing
import Values

@testable import Relay

@Suite("Redaction")
struct RedactionTests {
    private let redaction = Redaction([
        Secret("https://hooks.slack.com/services/T000/B111/AbCdEfGhIjKlMnOpQrStUvWx"), Secret("tk_secret"), Secret(""),
    ])

    @Test(
        "no part of a secret is left",
        arguments: [
            ("no service at https://hooks.slack.com/services/T000/B111/AbCdEfGhIjKlMnOpQrStUvWx", "AbCd"),
            ("POST /services/T000/B111/AbCdEfGhIjKlMnOpQrStUvWx failed", "T000"),
            ("AbCdEfGhIjKlMnOpQrStUvWx is unknown", "AbCd"), ("Bearer tk_secret", "tk_"),
        ])
    func removes(_ text: String, _ secret: String) {
        let result = redaction.applied(to: text)
        #expect(result.contains("<redacted>") && !result.contains(secret), "\(result)")
    }

    @Test(
        "nor in the writing of JSON, URLs or HTML, in other case, nor of what is encoded in it",
        arguments: [
            #"{"path":"\/services\/T000\/B111\/AbCdEfGhIjKlMnOpQrStUvWx"}"#,
            "no T000\\u002fB111\\u002fAbCdEfGhIjKlMnOpQrStUvWx",
            "GET %2Fservices%2FT000%2FB111%2FAbCdEfGhIjKlMnOpQrStUvWx", "/services/t000/b111/abcdefghijklmnopqrstuvwx",
            "%41bCdEfGhIjKlMnOpQrStUvW%78", "%2541bCdEfGhIjKlMnOpQrStUvWx", "key&#x3D;tk&#95;secret", "TK_SECRET",
            "/in?a=b&amp;pass=Wort", "/in?a%3Db%26pass%3DWort", "for mum:hun/ter2", "hun\\/ter2", "hun%2Fter2",
            "bXVtOmh1bi90ZXIy", "bearer t0ken/x", "who is t0ken%2fx?",
        ])
    func forms(_ text: String) {
        let redaction = Redaction([
            Secret("https://hooks.slack.com/services/T000/B111/AbCdEfGhIjKlMnOpQrStUvWx"), Secret("tk_secret"),
            Secret("https://chat.example/in?a=b&pass=Wort"), Secret("Basic bXVtOmh1bi90ZXIy"), Secret("Bearer t0ken/x"),
        ])
        let result = redaction.applied(to: text)
        #expect(result.contains("<redacted>"), "\(result)")
        for part in ["bcdefghij", "tk", "secret", "pass", "wort", "hun", "ter2", "bxvtom", "t0ken"] {
            #expect(!result.lowercased().contains(part), "\(result)")
        }
    }

    /// A header, a hook whose last part has no digits and is short, and two tokens that begin alike.
    private let parts = Redaction([
        Secret("Bearer AUTHSECRETXYZ"), Secret("https://chat.example/hooks/hookSECRETx"), Secret("xoxb-same-OneEnd"),
        Secret("xoxb-same-TwoEnd"), Secret("123456:ABC-secrghIkl-zyx57W2v1"),
    ])

    @Test(
        "nor where it was cut off, and nothing of an address's end",
        arguments: [
            "a_cut=Bearer AUTHSECRETX", "AUTHSECR", "no authsecretxy…", "%41UTHSECRETX", "no hook hookSECRETx",
            "/hookSECR", "xoxb-same-TwoEnd", "xoxb-same-OneE", "xoxb-same-",
            "bad key ABC-secrghIkl-zyx57W2v1 for bot 123456", "bad key ABC-secrgh…",
        ])
    func cut(_ text: String) {
        let result = parts.applied(to: text)
        #expect(result.contains(text: "<redacted>"), "\(result)")
        for part in ["secr", "xoxb", "end", "onee"] { #expect(!result.lowercased().contains(text: part), "\(result)") }
    }

    @Test(
        "nor in base 64, wherever it begins in it", arguments: 0..<6,
        ["AUTHSECRETXYZ", "hookSECRETx", "Bearer AUTHSECRETXYZ"])
    func encoded(_ before: Int, _ secret: String) {
        let text = String(repeating: "?", count: before) + secret + "~~~~"
        for base in [Base64.standard, .url] {
            let result = parts.applied(to: "it was \(base.encode(text.utf8))!")
            #expect(result.hasPrefix("it was ") && result.contains(text: "<redacted>"), "\(result)")
            // Nothing that is left has more than the bits beside it.
            let rest = result.dropFirst("it was ".count)
            let (start, end) = (rest.prefix { $0 != "<" }, rest.drop { $0 != ">" })
            #expect(start.count <= (before * 8 + 5) / 6 && end.count <= 12, "\(result)")
        }
    }

    @Test("what has less of a token's beginning stays, and so does what begins as an address or a header does")
    func beginnings() {
        for text in ["AUTHSEC is none", "https://chat.example", "Bearer tokens are missing", "hooks are closed"] {
            #expect(parts.applied(to: text) == text)
        }
        let hook = Redaction([Secret("https://notifications.somewhere.example:8443/hooks/hookSECRETx")])
        let place = "no way to notifications.somewhere.example, port 8443"
        #expect(hook.applied(to: place) == place, "where it is may be said")
        let bot = Redaction([Secret("https://api.example/bot123456:ABC-secrghIkl-zyx57W2v1/sendMessage")])
        #expect(bot.applied(to: "bad key ABC-secrghIkl-zyx57W2v1") == "bad key <redacted>")
    }

    @Test(
        "what surrounds a secret stays as it was, also what is no escape",
        arguments: ["%", "%zz", "\\u12", "&nothing;", "ä&"])
    func surroundings(_ text: String) {
        #expect(redaction.applied(to: "\(text)tk_secret\(text)") == "\(text)<redacted>\(text)")
    }

    @Test("ordinary words stay")
    func keeps() {
        #expect(redaction.applied(to: "these services are closed") == "these services are closed")
        #expect("\(redaction)" == "Redaction")
    }
}
