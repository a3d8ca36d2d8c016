import Cryptography
import Values

/// The three headers of Standard Webhooks: what a receiver checks to know that a request is ours, and fresh.
struct WebhookSignature: Sendable, Equatable {
    let id: String
    /// Seconds since 1970.
    let timestamp: Int64
    /// One for each key, with a space between them: a receiver takes the request if it knows one of the keys.
    let signature: String

    /// Signs "id.timestamp.body".
    init(id: String, timestamp: Int64, body: [UInt8], keys: [WebhookKey]) {
        self.id = id
        self.timestamp = timestamp
        let signed = Array("\(id).\(timestamp).".utf8) + body
        let signatures = keys.map { key in
            "v1," + Base64.standard.encode(key.withBytes { SHA256.authenticationCode(signed, key: $0) })
        }
        signature = signatures.joined(separator: " ")
    }
}

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
