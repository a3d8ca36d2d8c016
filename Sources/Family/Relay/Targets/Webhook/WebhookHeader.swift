import HTTPClient
import TextFormats
import Values

/// A field that a webhook's receiver wants besides those of Standard Webhooks, such as a key of its own.
struct WebhookHeader: Sendable {
    /// In any case; not one that the request itself needs.
    let name: String
    /// Never printed.
    let value: Secret

    /// Nothing is checked here: ``TargetConfiguration/check()`` refuses what can't be sent.
    init(name: String, value: Secret) {
        self.name = name
        self.value = value
    }

    /// The value, and the words in it that are long enough to be a key: `Bearer` in front of one is none, nor is a `1`.
    var secrets: [Secret] {
        let words = value.withText { text in [text] + text.split(separator: " ").map(String.init) }
        return words.filter { $0.utf8.count > 6 }.map { Secret($0) }
    }
}

extension HTTPClientRequest {
    /// - Throws: `badKey`, without the value.
    mutating func add(_ header: WebhookHeader) throws(RelayError) {
        do throws(TextFormatError) {
            _ = try TextFormat.headerName.parse(header.name)
        } catch {
            throw RelayError(.badKey, "a header's name \(error.message)" + (error.hint.map { "; \($0)" } ?? ""))
        }
        do throws(HTTPError) {
            try setHeader(header.name, header.value)
        } catch {
            throw RelayError(.badKey, "a header can't be sent (\(error.detail)); correct its name or value")
        }
    }
}
