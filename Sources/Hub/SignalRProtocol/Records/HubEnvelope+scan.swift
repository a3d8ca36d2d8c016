package import JSON

extension HubEnvelope {
    private enum Member: Int {
        case type, target, arguments, invocationID, result, error, item, allowReconnect, streamIDs, headers, sequenceID

        var bit: UInt16 { 1 << UInt16(rawValue) }
    }

    /// In the order in which invocations come, which are the most.
    private static let keys = JSONKeys(
        "type", "target", "arguments", "invocationId", "result", "error", "item", "allowReconnect", "streamIds",
        "headers", "sequenceId")

    /// What the scan found besides values: judged when the type is known, which may come last.
    private struct Findings {
        var wrongType: UInt16 = 0
        var hasType = false
    }

    /// Moves over the next record and its separator.
    ///
    /// - Parameters:
    ///   - bytes: whole records, valid UTF-8.
    ///   - limit: bytes of one record.
    /// - Returns: `nil` at the end. Empty records are skipped.
    /// - Throws: When the connection can't go on.
    package static func next(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor, limit: Int
    ) throws(HubProtocolError) -> HubEnvelope? {
        var start = cursor.offset
        while start < bytes.count, bytes[start] == HubRecordReader.separator { start += 1 }
        guard start < bytes.count else {
            cursor = JSONCursor(offset: start)
            return nil
        }
        cursor = JSONCursor(offset: start)
        var envelope = HubEnvelope()
        var findings = Findings()
        do throws(JSONError) {
            try envelope.scan(bytes, &cursor, &findings)
            envelope.range = start..<cursor.offset
            try cursor.expect(HubRecordReader.separator, bytes)
        } catch {
            throw HubProtocolError(error)
        }
        guard cursor.offset - start <= limit else { throw HubProtocolError(.recordTooLong(limit: limit)) }
        try envelope.check(findings, bytes)
        return envelope
    }

    private mutating func scan(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor, _ findings: inout Findings
    ) throws(JSONError) {
        try cursor.expect(UInt8(ascii: "{"), bytes)
        var isFirst = true
        var last = -1
        while let key = try cursor.nextKnownKey(bytes, in: Self.keys, after: last, isFirst: &isFirst) {
            last = key
            guard let member = Member(rawValue: key) else { continue }
            try scan(member, bytes, &cursor, &findings)
        }
    }

    /// Of a member that comes twice the last one counts, as with the official peers.
    private mutating func scan(
        _ member: Member, _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor, _ findings: inout Findings
    ) throws(JSONError) {
        findings.wrongType &= ~member.bit
        let first = try cursor.peek(bytes)
        let isNull = first == UInt8(ascii: "n")
        switch member {
        case .type:
            findings.hasType = false
            if let number = try Self.integer(first, bytes, &cursor) {
                type = number
                findings.hasType = true
            }
        case .target: target = try Self.text(first, bytes, &cursor, member.bit, &findings)
        case .invocationID: invocationID = try Self.text(first, bytes, &cursor, member.bit, &findings)
        case .error: error = try Self.text(first, bytes, &cursor, member.bit, &findings)
        case .arguments:
            arguments = try cursor.skipValue(bytes)
            if first != UInt8(ascii: "[") { findings.wrongType |= member.bit }
        case .result: result = try cursor.skipValue(bytes)
        case .item: item = try cursor.skipValue(bytes)
        case .streamIDs, .headers:
            let isFitting = first == (member == .streamIDs ? UInt8(ascii: "[") : UInt8(ascii: "{"))
            let value = try cursor.skipValue(bytes)
            if !isFitting, !isNull { findings.wrongType |= member.bit }
            if member == .streamIDs { streamIDs = isFitting ? value : nil } else { headers = isFitting ? value : nil }
        case .allowReconnect:
            _ = try cursor.skipValue(bytes)
            allowReconnect = first == UInt8(ascii: "t")
            if !allowReconnect, first != UInt8(ascii: "f"), !isNull { findings.wrongType |= member.bit }
        case .sequenceID:
            sequenceID = try Self.integer(first, bytes, &cursor).map { Int64($0) }
            if sequenceID == nil { findings.wrongType |= member.bit }
        }
    }

    private static func text(
        _ first: UInt8, _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor, _ bit: UInt16,
        _ findings: inout Findings
    ) throws(JSONError) -> JSONString? {
        if first == UInt8(ascii: "\"") { return try cursor.string(bytes) }
        _ = try cursor.skipValue(bytes)
        if first != UInt8(ascii: "n") { findings.wrongType |= bit }
        return nil
    }

    /// `nil` for a value that is no whole number of 64 bits.
    private static func integer(
        _ first: UInt8, _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> Int? {
        guard first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else {
            _ = try cursor.skipValue(bytes)
            return nil
        }
        return try cursor.numberValue(bytes).int
    }
}

extension HubEnvelope {
    private func check(_ findings: Findings, _ bytes: borrowing JSONCursor.Bytes) throws(HubProtocolError) {
        guard findings.hasType else { throw HubProtocolError(.missing("type")) }
        guard let kind else { return }
        try checkTypes(kind, findings)
        switch kind {
        case .invocation, .streamInvocation:
            try Self.require(target, "target")
            guard arguments != nil else { throw HubProtocolError(.missing("arguments")) }
            if kind == .streamInvocation || invocationID != nil { try Self.require(invocationID, "invocationId") }
        case .streamItem:
            try Self.require(invocationID, "invocationId")
            guard item != nil else { throw HubProtocolError(.missing("item")) }
        case .completion:
            try Self.require(invocationID, "invocationId")
            if result != nil, error != nil { throw HubProtocolError(.resultAndError) }
        case .cancelInvocation: try Self.require(invocationID, "invocationId")
        case .acknowledgement, .sequence:
            guard sequenceID != nil else { throw HubProtocolError(.missing("sequenceId")) }
        case .ping, .close: break
        }
        if streamIDs != nil { _ = try texts(of: streamIDs, "streamIds", bytes) }
        if headers != nil, kind.rawValue <= Kind.cancelInvocation.rawValue { try checkHeaders(bytes) }
    }

    /// A wrong type counts only in a member that the message's type has: other members are unknown ones.
    private func checkTypes(_ kind: Kind, _ findings: Findings) throws(HubProtocolError) {
        guard findings.wrongType != 0 else { return }
        let members: [(Member, String)] =
            switch kind {
            case .invocation, .streamInvocation:
                [
                    (.target, "target"), (.arguments, "arguments"), (.invocationID, "invocationId"),
                    (.streamIDs, "streamIds"), (.headers, "headers"),
                ]
            case .streamItem, .cancelInvocation: [(.invocationID, "invocationId"), (.headers, "headers")]
            case .completion: [(.invocationID, "invocationId"), (.error, "error"), (.headers, "headers")]
            case .ping: []
            case .close: [(.error, "error"), (.allowReconnect, "allowReconnect")]
            case .acknowledgement, .sequence: [(.sequenceID, "sequenceId")]
            }
        for (member, name) in members where findings.wrongType & member.bit != 0 {
            throw HubProtocolError(.invalid(name))
        }
    }

    private static func require(_ text: JSONString?, _ name: String) throws(HubProtocolError) {
        guard let text else { throw HubProtocolError(.missing(name)) }
        guard !text.range.isEmpty else { throw HubProtocolError(.invalid(name)) }
    }

    /// The elements of an array of strings that are not empty.
    func texts(
        of range: Range<Int>?, _ name: String, _ bytes: borrowing JSONCursor.Bytes
    ) throws(HubProtocolError) -> [String] {
        guard let range else { return [] }
        var cursor = JSONCursor(offset: range.lowerBound)
        var texts: [String] = []
        do throws(JSONError) {
            try cursor.expect(UInt8(ascii: "["), bytes)
            var isFirst = true
            while try cursor.hasNext(bytes, end: UInt8(ascii: "]"), isFirst: &isFirst) {
                let text = try cursor.string(bytes)
                guard !text.range.isEmpty else { throw JSONError(.wrongValue, at: cursor.offset) }
                texts.append(text.text(bytes))
            }
        } catch {
            throw HubProtocolError(.invalid(name))
        }
        return texts
    }

    private func checkHeaders(_ bytes: borrowing JSONCursor.Bytes) throws(HubProtocolError) {
        guard let headers else { return }
        var cursor = JSONCursor(offset: headers.lowerBound)
        do throws(JSONError) {
            try cursor.expect(UInt8(ascii: "{"), bytes)
            var isFirst = true
            while try cursor.nextKey(bytes, isFirst: &isFirst) != nil { _ = try cursor.string(bytes) }
        } catch {
            throw HubProtocolError(.invalid("headers"))
        }
    }
}
