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

    @Test("ordinary words stay")
    func keeps() {
        #expect(redaction.applied(to: "these services are closed") == "these services are closed")
        #expect("\(redaction)" == "Redaction")
    }
}
