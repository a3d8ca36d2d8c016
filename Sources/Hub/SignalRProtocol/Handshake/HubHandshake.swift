package import JSON

/// The first record each way, always JSON whatever protocol follows.
public enum HubHandshake {
    /// What a client asks for.
    public struct Request: Equatable, Sendable {
        /// `json` or `messagepack`.
        public var protocolName: String
        /// 1, and 2 with stateful reconnect.
        public var version: Int

        /// Version 2 is for stateful reconnect only: older servers refuse it.
        public init(protocolName: String = "json", version: Int = 1) {
            self.protocolName = protocolName
            self.version = version
        }

        /// With its separator.
        public var record: [UInt8] {
            var bytes = Array(#"{"protocol":"#.utf8)
            HubText.append(protocolName, to: &bytes)
            bytes.append(contentsOf: #","version":\#(version)}"#.utf8)
            bytes.append(HubRecordReader.separator)
            return bytes
        }
    }

    /// The server's answer with its separator; without an error it agrees.
    public static func response(error: String? = nil) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        if let error {
            bytes.append(contentsOf: #""error":"#.utf8)
            HubText.append(error, to: &bytes)
        }
        bytes.append(contentsOf: [UInt8(ascii: "}"), HubRecordReader.separator])
        return bytes
    }
}

extension HubHandshake {
    /// Reads the server's answer, the first of these whole records.
    ///
    /// - Returns: Where the hub messages begin that came with it.
    /// - Throws: `handshakeRefused` with the server's words; `notHandshake`; `malformed`.
    public static func readResponse(in records: Span<UInt8>) throws(HubProtocolError) -> Int {
        var cursor = JSONCursor()
        try readResponse(records, &cursor)
        return cursor.offset
    }

    /// Reads a client's request, the first of these whole records.
    ///
    /// - Returns: The request, and where the hub messages begin that came with it.
    /// - Throws: `malformed`, `missing`, `invalid`.
    public static func readRequest(in records: Span<UInt8>) throws(HubProtocolError) -> (request: Request, end: Int) {
        var cursor = JSONCursor()
        let request = try readRequest(records, &cursor)
        return (request, cursor.offset)
    }
}

extension HubHandshake {
    private static let keys = JSONKeys("error", "type", "protocol", "version")

    /// Moves over the server's answer. What follows it are hub messages already.
    ///
    /// - Throws: `handshakeRefused` with the server's words; `notHandshake`; `malformed`.
    package static func readResponse(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(HubProtocolError) {
        var refusal: String?
        var isMessage = false
        do throws(JSONError) {
            try members(bytes, &cursor) { key, cursor throws(JSONError) in
                switch key {
                case 0 where try cursor.peek(bytes) == UInt8(ascii: "\""):
                    refusal = HubProtocolError.cut(try cursor.string(bytes).text(bytes))
                case 0:
                    // An error that is no text still is one, unless it is null.
                    let isNull = try cursor.peek(bytes) == UInt8(ascii: "n")
                    _ = try cursor.skipValue(bytes)
                    refusal = isNull ? nil : ""
                case 1:
                    isMessage = true
                    _ = try cursor.skipValue(bytes)
                default: _ = try cursor.skipValue(bytes)
                }
            }
        } catch {
            throw HubProtocolError(error)
        }
        guard !isMessage else { throw HubProtocolError(.notHandshake) }
        if let refusal { throw HubProtocolError(.handshakeRefused(refusal)) }
    }

    /// Moves over a client's request. What follows it are hub messages already.
    ///
    /// - Throws: `malformed`, `missing`, `invalid`.
    package static func readRequest(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(HubProtocolError) -> Request {
        var name: String?
        var version: Int?
        do throws(JSONError) {
            try members(bytes, &cursor) { key, cursor throws(JSONError) in
                switch key {
                case 2: name = try cursor.string(bytes).text(bytes)
                case 3: version = try cursor.numberValue(bytes).int
                default: _ = try cursor.skipValue(bytes)
                }
            }
        } catch {
            throw HubProtocolError(error)
        }
        guard let name else { throw HubProtocolError(.missing("protocol")) }
        guard let version else { throw HubProtocolError(.missing("version")) }
        return Request(protocolName: name, version: version)
    }

    private static func members(
        _ bytes: borrowing Span<UInt8>, _ cursor: inout JSONCursor,
        _ body: (Int, inout JSONCursor) throws(JSONError) -> Void
    ) throws(JSONError) {
        try cursor.expect(UInt8(ascii: "{"), bytes)
        var isFirst = true
        while let key = try cursor.nextKnownKey(bytes, in: keys, after: -1, isFirst: &isFirst) {
            try body(key, &cursor)
        }
        try cursor.expect(HubRecordReader.separator, bytes)
    }
}
