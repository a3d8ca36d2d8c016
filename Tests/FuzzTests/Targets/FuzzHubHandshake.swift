import JSON

@testable import SignalRProtocol

/// The first record each way: what is taken ends with its separator and can be written again.
enum FuzzHubHandshake {
    static func run(_ input: [UInt8]) throws {
        guard (try? HubText.checkUTF8(input.span)) != nil else { return }
        let bytes = input.span
        var cursor = JSONCursor()
        if (try? HubHandshake.readResponse(bytes, &cursor)) != nil { try checkEnd(cursor, input) }
        cursor = JSONCursor()
        if let request = try? HubHandshake.readRequest(bytes, &cursor) {
            try checkEnd(cursor, input)
            var again = JSONCursor()
            let read = try HubHandshake.readRequest(request.record.span, &again)
            try promise(read == request, "a request changes when it is written and read")
        }
    }

    private static func checkEnd(_ cursor: JSONCursor, _ input: [UInt8]) throws {
        try promise(
            (1...input.count).contains(cursor.offset) && input[cursor.offset - 1] == HubRecordReader.separator,
            "a handshake ends without its separator")
    }
}
