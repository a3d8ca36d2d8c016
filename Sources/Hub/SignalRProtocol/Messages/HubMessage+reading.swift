package import JSON

extension HubMessage {
    /// Reads the messages of whole records one after the other.
    ///
    /// - Parameters:
    ///   - records: what ``HubRecordReader`` hands on, in valid UTF-8.
    ///   - limit: bytes of one record, its separator included.
    /// - Throws: What `body` throws, or why the connection can't go on; the messages before it have been handed over.
    public static func forEach(
        in records: Span<UInt8>, limit: Int, _ body: (HubMessage) throws(HubProtocolError) -> Void
    ) throws(HubProtocolError) {
        var cursor = JSONCursor()
        while let envelope = try HubEnvelope.next(records, &cursor, limit: limit) {
            try body(HubMessage(envelope, records))
        }
    }

    /// What the envelope describes.
    ///
    /// - Parameter bytes: those that the envelope was read from.
    package init(_ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes) throws(HubProtocolError) {
        let id = envelope.invocationID?.text(bytes)
        switch envelope.kind {
        case .invocation: self = .invocation(try InvocationMessage(envelope, bytes))
        case .streamInvocation: self = .streamInvocation(try InvocationMessage(envelope, bytes))
        case .streamItem: self = .streamItem(id: id ?? "", item: Self.copy(envelope.item, bytes))
        case .completion: self = .completion(id: id ?? "", HubOutcome(envelope, bytes))
        case .cancelInvocation: self = .cancelInvocation(id: id ?? "")
        case .ping: self = .ping
        case .close:
            self = .close(
                error: envelope.error.map { HubProtocolError.cut($0.text(bytes)) },
                allowReconnect: envelope.allowReconnect)
        case .acknowledgement: self = .acknowledgement(envelope.sequenceID ?? 0)
        case .sequence: self = .sequence(envelope.sequenceID ?? 0)
        case nil: self = .unknown(type: envelope.type)
        }
    }

    /// The bytes of a member.
    package static func copy(_ range: Range<Int>?, _ bytes: borrowing JSONCursor.Bytes) -> [UInt8] {
        guard let range else { return [] }
        return unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension InvocationMessage {
    /// - Parameter envelope: of an invocation, checked by its scan.
    package init(_ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes) throws(HubProtocolError) {
        self.init(
            envelope.target?.text(bytes) ?? "", arguments: HubMessage.copy(envelope.arguments, bytes),
            id: envelope.invocationID?.text(bytes),
            streamIDs: try envelope.texts(of: envelope.streamIDs, "streamIds", bytes))
    }
}

extension HubOutcome {
    /// - Parameter envelope: of a completion.
    package init(_ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes) {
        if let error = envelope.error {
            self = .error(error.text(bytes))
        } else if let result = envelope.result {
            self = .result(HubMessage.copy(result, bytes))
        } else {
            self = .void
        }
    }
}
