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
            try extensions(head.headers.all("sec-websocket-extensions"))
            let server = ServerHandshake(
                method: "GET", headers: head.headers, hasBody: false, compression: WebSocketCompression())
            if case .accepted = server {
                try promise(head.headers.all("sec-websocket-key").count == 1, "several keys are accepted")
            }
        }
    }

    /// What is understood means the same when it is written again, and an offer that is answered can be accepted.
    private static func extensions(_ fields: [String]) throws {
        guard let elements = WebSocketExtension.list(fields) else { return }
        let again = WebSocketExtension.list([elements.map(\.text).joined(separator: ", ")])
        try promise(again == elements, "extensions change when they are written and read")
        let wish = WebSocketCompression(keepsContext: true)
        guard let answer = DeflateAgreement.answer(to: elements, wish) else { return }
        let read = WebSocketExtension.list([answer.element.text])
        try promise(read == [answer.element], "an answer can't be read")
        let accepted = DeflateParameters(answer.element.parameters, isOffer: false)
        try promise(accepted != nil, "an answer has parameters that it must not have")
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
