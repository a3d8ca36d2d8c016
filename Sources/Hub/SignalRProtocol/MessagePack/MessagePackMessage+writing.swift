import JSON

extension MessagePackMessage {
    /// The messages of whole records, each with its length in front.
    ///
    /// - Throws: What `HubEnvelope` throws for a record that is no message.
    package static func frames(of records: Span<UInt8>) throws(HubProtocolError) -> [UInt8] {
        var frames: [UInt8] = []
        var cursor = JSONCursor()
        while let envelope = try HubEnvelope.next(records, &cursor, limit: .max) {
            var writer = MessagePackWriter()
            do throws(JSONError) { try writer.write(envelope, records) } catch { throw HubProtocolError(error) }
            MessagePackFraming.append(length: writer.bytes.count, to: &frames)
            frames += writer.bytes
        }
        return frames
    }
}

extension MessagePackWriter {
    fileprivate mutating func write(
        _ envelope: HubEnvelope, _ json: borrowing JSONCursor.Bytes
    ) throws(JSONError) {
        switch envelope.kind {
        case .invocation, .streamInvocation:
            try begin(6, envelope, json)
            write(envelope.target, json)
            try write(envelope.arguments, json)
            if envelope.streamIDs == nil { writeArray(0) } else { try write(envelope.streamIDs, json) }
        case .streamItem:
            try begin(4, envelope, json)
            try write(envelope.item, json)
        case .completion: try writeCompletion(envelope, json)
        case .cancelInvocation: try begin(3, envelope, json)
        case .close:
            writeArray(3)
            write(UInt64(envelope.type))
            write(envelope.error, json)
            write(envelope.allowReconnect)
        case .acknowledgement, .sequence:
            writeArray(2)
            write(UInt64(envelope.type))
            write(envelope.sequenceID ?? 0)
        case .ping, nil:
            writeArray(1)
            write(Int64(envelope.type))
        }
    }

    private mutating func writeCompletion(
        _ envelope: HubEnvelope, _ json: borrowing JSONCursor.Bytes
    ) throws(JSONError) {
        try begin(envelope.error == nil && envelope.result == nil ? 4 : 5, envelope, json)
        if envelope.error != nil {
            write(UInt64(1))
            write(envelope.error, json)
        } else if envelope.result != nil {
            write(UInt64(3))
            try write(envelope.result, json)
        } else {
            write(UInt64(2))
        }
    }

    /// Type, headers and id, which most messages begin with.
    private mutating func begin(
        _ count: Int, _ envelope: HubEnvelope, _ json: borrowing JSONCursor.Bytes
    ) throws(JSONError) {
        writeArray(count)
        write(UInt64(envelope.type))
        if envelope.headers == nil { writeMap(0) } else { try write(envelope.headers, json) }
        write(envelope.invocationID, json)
    }

    private mutating func write(_ text: JSONString?, _ json: borrowing JSONCursor.Bytes) {
        if let text { write(text.text(json)) } else { writeNull() }
    }

    private mutating func write(_ range: Range<Int>?, _ json: borrowing JSONCursor.Bytes) throws(JSONError) {
        guard let range else { return writeNull() }
        var cursor = JSONCursor(offset: range.lowerBound)
        try write(json, &cursor)
    }
}
