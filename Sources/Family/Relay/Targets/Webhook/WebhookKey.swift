import Cryptography
import Values

/// A signing key of Standard Webhooks: `whsec_` and 24 to 64 bytes in base 64. It is never printed.
struct WebhookKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let bytes: [UInt8]

    init(_ secret: Secret) throws(RelayError) {
        let decoded = secret.withText { text in
            Base64.standard.decode(text.hasPrefix("whsec_") ? text.dropFirst(6) : text[...])
        }
        guard let decoded, 24...64 ~= decoded.count else {
            throw RelayError(
                .badKey,
                "the webhook's secret is not \"whsec_\" and 24 to 64 bytes in base 64; make one with: "
                    + "echo whsec_$(head -c 32 /dev/urandom | base64)")
        }
        bytes = decoded
    }

    func withBytes<Result>(_ body: ([UInt8]) -> Result) -> Result { body(bytes) }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
