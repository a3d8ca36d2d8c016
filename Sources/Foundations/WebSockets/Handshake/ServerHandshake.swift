package import HTTPMessages

/// The server's half of the opening handshake (RFC 6455, 4.2). Pure.
package enum ServerHandshake: Equatable {
    /// The value of Sec-WebSocket-Accept.
    case accepted(token: String)
    /// No upgrade, or not version 13: to be answered with 426 and `refusalHeaders`.
    case upgradeRequired
    /// To be answered with 400.
    case malformed

    package static let refusalHeaders: HTTPHeaders = ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"]

    /// - Parameter hasBody: whether the request brought one, which it must not.
    package init(method: String, headers: HTTPHeaders, hasBody: Bool) {
        guard Self.isUpgrade(method: method, headers: headers), headers["sec-websocket-version"] == "13" else {
            self = .upgradeRequired
            return
        }
        let keys = headers.all("sec-websocket-key")
        guard keys.count == 1, WebSocketKey.isValid(keys[0]), !hasBody else {
            self = .malformed
            return
        }
        self = .accepted(token: WebSocketKey.acceptToken(for: keys[0]))
    }

    /// Whether a request asks for a WebSocket (RFC 6455, 4.2.1).
    package static func isUpgrade(method: String, headers: HTTPHeaders) -> Bool {
        method == "GET" && headers.list("upgrade", contains: "websocket")
            && headers.list("connection", contains: "upgrade")
    }
}
