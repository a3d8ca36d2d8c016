import HTTPMessages

@testable import WebSockets

/// Heads of answers to the opening handshake: cut anywhere they are read alike, and only the right one is accepted.
enum FuzzWebSocketHandshake {
    private static let limit = 512
    /// The one of RFC 6455, 1.3, so that a seed can hold the right answer.
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    static func run(_ input: [UInt8]) throws {
        let input = FuzzInput(input)
        let whole = read([input.payload[...]])
        let pieces = read(input.pieces)
        try promise(whole.heads == pieces.heads, "a head depends on how the bytes are cut")
        try promise(whole.isRefused == pieces.isRefused, "a refusal depends on how the bytes are cut")
        var options = WebSocketOptions(host: "hub.example.org", port: 443)
        options.subprotocols = ["json"]
        let handshake = ClientHandshake(options, key: key)
        for head in whole.heads {
            try promise(head.headers.fields.allSatisfy(\.isValid), "a field is taken that could not be sent")
            if (try? handshake.accept(head)) != nil {
                try promise(
                    head.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "a wrong key is accepted")
            }
            let server = ServerHandshake(method: "GET", headers: head.headers, hasBody: false)
            if case .accepted = server {
                try promise(head.headers.all("sec-websocket-key").count == 1, "several keys are accepted")
            }
        }
    }

    private static func read(_ pieces: [ArraySlice<UInt8>]) -> (heads: [HTTPResponseHead], isRefused: Bool) {
        var reader = HTTPResponseHeadReader(limit: limit)
        var heads: [HTTPResponseHead] = []
        for piece in pieces {
            let bytes = Array(piece)
            reader.append(bytes.span)
            do {
                while let head = try reader.next() { heads.append(head) }
            } catch {
                return (heads, true)
            }
        }
        return (heads, false)
    }
}
