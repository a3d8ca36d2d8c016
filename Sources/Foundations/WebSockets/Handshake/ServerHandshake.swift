package import HTTPMessages
import Values

/// The server's half of the opening handshake (RFC 6455, 4.2). Pure.
package enum ServerHandshake: Equatable {
    /// - Parameters:
    ///   - token: the value of Sec-WebSocket-Accept.
    ///   - extensions: the value of Sec-WebSocket-Extensions, if there is to be one.
    ///   - compression: what both ends have agreed on; nil if nothing is compressed.
    case accepted(token: String, extensions: String?, compression: DeflateAgreement?)
    /// No upgrade, or not version 13: to be answered with 426 and `refusalHeaders`.
    case upgradeRequired
    /// To be answered with 400.
    case malformed

    package static let refusalHeaders: HTTPHeaders = ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"]

    /// - Parameters:
    ///   - hasBody: whether the request brought one, which it must not.
    ///   - compression: how to compress if the client offers it; nil ignores what extensions it offers.
    package init(method: String, headers: HTTPHeaders, hasBody: Bool, compression: WebSocketCompression? = nil) {
        guard Self.isUpgrade(method: method, headers: headers), headers["sec-websocket-version"] == "13" else {
            self = .upgradeRequired
            return
        }
        let keys = headers.all("sec-websocket-key")
        guard keys.count == 1, WebSocketKey.isValid(keys[0]), !hasBody else {
            self = .malformed
            return
        }
        let token = WebSocketKey.acceptToken(for: keys[0])
        guard let compression else {
            self = .accepted(token: token, extensions: nil, compression: nil)
            return
        }
        guard let offers = WebSocketExtension.list(headers.all("sec-websocket-extensions")) else {
            self = .malformed
            return
        }
        let answer = DeflateAgreement.answer(to: offers, compression)
        self = .accepted(token: token, extensions: answer?.element.text, compression: answer?.agreement)
    }

    /// Whether a request asks for a WebSocket (RFC 6455, 4.2.1).
    package static func isUpgrade(method: String, headers: HTTPHeaders) -> Bool {
        method == "GET" && headers.list("upgrade", contains: "websocket")
            && headers.list("connection", contains: "upgrade")
    }
}

/// The key of an opening handshake and the token that answers it (RFC 6455, 4.1 and 4.2.2).
enum WebSocketKey {
    /// 16 unpredictable bytes in base64.
    static func random() -> String { Base64.standard.encode(RandomBytes.make(16)) }

    static func acceptToken(for key: String) -> String {
        Base64.standard.encode(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    /// Whether this is 16 bytes in base64.
    static func isValid(_ key: String) -> Bool {
        key.utf8.count == 24 && key.hasSuffix("==")
            && key.utf8.dropLast(2).allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }
    }
}
