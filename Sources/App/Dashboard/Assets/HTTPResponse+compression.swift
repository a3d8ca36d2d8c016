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
        let field = "Accept-Encoding"
        let former = headers["Vary"]
        if former?.contains(text: field) != true { headers["Vary"] = former.map { "\($0), \(field)" } ?? field }
        guard request.takesGzip else { return }
        headers["Content-Encoding"] = "gzip"
        body = .bytes(Gzip.compress(bytes))
    }
}

extension HTTPRequest {
    /// By its field Accept-Encoding: what it says of gzip counts, else what it says of everything.
    var takesGzip: Bool {
        let wishes = WeightedWish.all(of: headers["accept-encoding"])
        return (wishes.first { $0.name == "gzip" } ?? wishes.first { $0.name == "*" }).map { $0.weight > 0 } ?? false
    }
}
