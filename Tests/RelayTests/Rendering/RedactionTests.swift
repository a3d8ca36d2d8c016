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
