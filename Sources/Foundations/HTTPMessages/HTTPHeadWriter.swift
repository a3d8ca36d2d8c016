import WebSockets

/// The bytes of a response's head.
enum ResponseHead {
    enum Framing: Equatable { case length(Int), chunked, untilClose, none }

    static func encode(_ response: HTTPResponse, framing: Framing, keepAlive: Bool, room: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + room)
        bytes.append(contentsOf: "HTTP/1.1 \(response.status.rawValue) \(response.status.reason)\r\n".utf8)
        for field in response.headers.fields where isAllowed(field) {
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(contentsOf: ": ".utf8)
            bytes.append(contentsOf: field.value.utf8)
            bytes.append(contentsOf: "\r\n".utf8)
        }
        switch framing {
        case .length(let count): bytes.append(contentsOf: "Content-Length: \(count)\r\n".utf8)
        case .chunked: bytes.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        case .untilClose, .none: break
        }
        if response.status != .switchingProtocols, !keepAlive { bytes.append(contentsOf: "Connection: close\r\n".utf8) }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }

    /// Framing is the server's business, and a line break in a value would let data forge a response: such fields are
    /// left out rather than trapped on, since values often come from requests.
    private static func isAllowed(_ field: HTTPHeaders.Field) -> Bool {
        !field.name.equalsIgnoringASCIICase("content-length")
            && !field.name.equalsIgnoringASCIICase("transfer-encoding")
            && field.isValid
    }
}
