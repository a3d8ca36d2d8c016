import Cryptography
import Values

/// The three headers of Standard Webhooks: what a receiver checks to know that a request is ours, and fresh.
struct WebhookSignature: Sendable, Equatable {
    let id: String
    /// Seconds since 1970.
    let timestamp: Int64
    let signature: String

    /// Signs "id.timestamp.body".
    init(id: String, timestamp: Int64, body: [UInt8], key: WebhookKey) {
        self.id = id
        self.timestamp = timestamp
        let code = key.withBytes { SHA256.authenticationCode(Array("\(id).\(timestamp).".utf8) + body, key: $0) }
        signature = "v1," + Base64.standard.encode(code)
    }
}
