/// The server's half of the opening handshake (RFC 6455, 4.2).
enum WebSocketHandshake {
    /// The accept token for a client's request, or the response that refuses it.
    static func accept(_ request: HTTPRequest) -> Result<String, Refusal> {
        guard request.isWebSocketUpgrade else { return .failure(Refusal(.upgradeRequired)) }
        guard request.headers["sec-websocket-version"] == "13" else { return .failure(Refusal(.upgradeRequired)) }
        let keys = request.headers.all("sec-websocket-key")
        guard keys.count == 1, isKey(keys[0]), request.body.isEmpty else { return .failure(Refusal(.badRequest)) }
        return .success(WebSocketKey.acceptToken(for: keys[0]))
    }

    struct Refusal: Error {
        var response: HTTPResponse

        init(_ status: HTTPStatus) {
            response = .text("WebSocket handshake refused\n", status: status)
            if status == .upgradeRequired {
                response.headers["Upgrade"] = "websocket"
                response.headers["Sec-WebSocket-Version"] = "13"
            }
        }
    }

    /// 16 bytes in base64.
    private static func isKey(_ key: String) -> Bool {
        key.utf8.count == 24 && key.hasSuffix("==")
            && key.utf8.dropLast(2).allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }
    }
}
