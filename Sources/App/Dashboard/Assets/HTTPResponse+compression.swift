import Compression
import HTTPServer
import Values

extension HTTPResponse {
    /// Below this it gains nothing.
    private static let least = 1_000

    /// What gets smaller.
    static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasPrefix("image/svg") || type.hasPrefix("application/manifest")
    }

    /// Makes a page small on its way, for a browser that takes it so.
    ///
    /// Whoever sees only how long it is learns nothing of its secrets by having it made again and again: the one that it has, a form's word,
    /// looks another way each time.
    mutating func compress(for request: HTTPRequest) {
        guard headers["Content-Encoding"] == nil, Self.isText(headers["Content-Type"] ?? ""),
            case .bytes(let bytes) = body, bytes.count >= Self.least
        else { return }
        headers["Vary"] = "Accept-Encoding"
        guard request.takesGzip else { return }
        headers["Content-Encoding"] = "gzip"
        body = .bytes(Gzip.compress(bytes))
    }
}

extension HTTPRequest {
    /// By its field Accept-Encoding.
    var takesGzip: Bool {
        (headers["accept-encoding"] ?? "").split(separator: ",").contains { part in
            let parts = part.split(separator: ";").map { $0.drop { $0 == " " } }
            guard let name = parts.first?.prefix(while: { $0 != " " }).lowercased(), name == "gzip" || name == "*"
            else {
                return false
            }
            return !parts.dropFirst().contains { $0.lowercased().hasPrefix("q=0") && !$0.hasPrefix("q=0.") }
        }
    }
}
