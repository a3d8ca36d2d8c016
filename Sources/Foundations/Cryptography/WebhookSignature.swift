package import Values

/// The three headers of Standard Webhooks: what a receiver checks to know that a request is ours, and fresh.
package struct WebhookSignature: Sendable, Equatable {
    package let id: String
    /// Seconds since 1970.
    package let timestamp: Int
    package let signature: String

    package enum KeyError: Error, Equatable {
        /// A secret is "whsec_" and 24 to 64 bytes in base 64.
        case malformed
    }

    /// Signs "id.timestamp.body".
    package init(id: String, timestamp: Int, body: [UInt8], secret: Secret) throws(KeyError) {
        let key = try secret.withText { text throws(KeyError) in try Self.key(text) }
        self.id = id
        self.timestamp = timestamp
        let code = SHA256.authenticationCode(Array("\(id).\(timestamp).".utf8) + body, key: key)
        signature = "v1," + Base64.standard.encode(code)
    }

    package var headers: [(name: String, value: String)] {
        [("webhook-id", id), ("webhook-timestamp", "\(timestamp)"), ("webhook-signature", signature)]
    }

    private static func key(_ text: String) throws(KeyError) -> [UInt8] {
        let encoded = text.hasPrefix("whsec_") ? text.dropFirst(6) : text[...]
        guard let key = Base64.standard.decode(encoded), (24...64).contains(key.count) else { throw .malformed }
        return key
    }
}
