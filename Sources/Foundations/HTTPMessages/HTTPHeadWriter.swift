/// Writes heads of HTTP/1.1. What could forge a line never gets on the wire.
package enum HTTPHeadWriter {
    /// How a response's body ends.
    package enum Framing: Equatable { case length(Int), chunked, untilClose, none }

    /// - Parameter line: the request line, without its end; whoever makes it answers for its characters.
    /// - Throws: ``HTTPHeadError``, for a field that cannot be sent: a request short of it would ask for something else.
    package static func request(_ line: String, _ headers: HTTPHeaders) throws(HTTPHeadError) -> [UInt8] {
        var bytes = Array("\(line)\r\n".utf8)
        for field in headers.fields {
            guard field.isValid else {
                throw HTTPHeadError("characters that HTTP does not allow in field \(field.name)")
            }
            write(field, to: &bytes)
        }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }

    /// Framing is decided here, and a line break in a value would let data forge a response: such fields are left out rather
    /// than trapped on, since values often come from requests.
    ///
    /// - Parameter room: bytes that will be appended.
    package static func response(
        _ status: HTTPStatus, _ headers: HTTPHeaders, framing: Framing, keepAlive: Bool, room: Int = 0
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + room)
        bytes.append(contentsOf: "HTTP/1.1 \(status.rawValue) \(status.reason)\r\n".utf8)
        for field in headers.fields where field.isValid && !isFraming(field) { write(field, to: &bytes) }
        switch framing {
        case .length(let count): bytes.append(contentsOf: "Content-Length: \(count)\r\n".utf8)
        case .chunked: bytes.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        case .untilClose, .none: break
        }
        if status != .switchingProtocols, !keepAlive { bytes.append(contentsOf: "Connection: close\r\n".utf8) }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }

    private static func isFraming(_ field: HTTPField) -> Bool {
        field.name.equalsIgnoringASCIICase("content-length") || field.name.equalsIgnoringASCIICase("transfer-encoding")
    }

    private static func write(_ field: HTTPField, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: field.name.utf8)
        bytes.append(contentsOf: ": ".utf8)
        field.withText { bytes.append(contentsOf: $0.utf8) }
        bytes.append(contentsOf: "\r\n".utf8)
    }
}
