import JSON

extension MessagePackReader {
    /// Moves over a value and adds it as JSON.
    ///
    /// A binary becomes a string in Base64, a moment one in ISO 8601; a whole number as a map's name becomes a string. What
    /// JSON can't say is refused.
    ///
    /// - Parameter limit: bytes that `json` may have afterwards.
    /// - Throws: `malformedMessagePack`, or `recordTooLong` when the JSON is.
    package mutating func value(
        _ bytes: borrowing Bytes, to json: inout [UInt8], limit: Int
    ) throws(HubProtocolError) {
        try value(bytes, to: &json, limit: limit, depth: 0)
    }

    private mutating func value(
        _ bytes: borrowing Bytes, to json: inout [UInt8], limit: Int, depth: Int
    ) throws(HubProtocolError) {
        let start = offset
        switch try checkedHead(bytes) {
        case .null: json.append(contentsOf: "null".utf8)
        case .bool(let value): json.append(contentsOf: (value ? "true" : "false").utf8)
        case .unsigned(let value): json.append(contentsOf: String(value).utf8)
        case .negative(let value): json.append(contentsOf: String(value).utf8)
        // By its own shortest text: as a double, 0.1 would get digits that nobody has sent.
        case .float(let value): try Self.append(Double(value), value.description, at: start, to: &json)
        case .double(let value): try Self.append(value, value.description, at: start, to: &json)
        case .string(let count): try string(content(count), bytes, to: &json, limit: limit)
        case .binary(let count): try Self.appendBase64(content(count), bytes, to: &json, limit: limit)
        case .extension(let type, let count):
            do throws(MessagePackError) { try moment(type, count, bytes, at: start, to: &json) } catch {
                throw HubProtocolError(error)
            }
        case .array(let count):
            try Self.check(depth, at: start)
            json.append(UInt8(ascii: "["))
            for index in 0..<count {
                if index > 0 { json.append(UInt8(ascii: ",")) }
                try value(bytes, to: &json, limit: limit, depth: depth + 1)
            }
            json.append(UInt8(ascii: "]"))
        case .map(let count):
            try Self.check(depth, at: start)
            try members(count, bytes, to: &json, limit: limit, depth: depth + 1)
        }
        guard json.count <= limit else { throw HubProtocolError(.recordTooLong(limit: limit)) }
    }

    private mutating func members(
        _ count: Int, _ bytes: borrowing Bytes, to json: inout [UInt8], limit: Int, depth: Int
    ) throws(HubProtocolError) {
        json.append(UInt8(ascii: "{"))
        for index in 0..<count {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            let start = offset
            switch try checkedHead(bytes) {
            case .string(let count): try string(content(count), bytes, to: &json, limit: limit)
            case .unsigned(let value): json.append(contentsOf: "\"\(value)\"".utf8)
            case .negative(let value): json.append(contentsOf: "\"\(value)\"".utf8)
            default: throw HubProtocolError(MessagePackError(.invalidKey, at: start))
            }
            json.append(UInt8(ascii: ":"))
            try value(bytes, to: &json, limit: limit, depth: depth)
        }
        json.append(UInt8(ascii: "}"))
    }

    private mutating func checkedHead(_ bytes: borrowing Bytes) throws(HubProtocolError) -> Head {
        do throws(MessagePackError) { return try head(bytes) } catch { throw HubProtocolError(error) }
    }

    private static func check(_ depth: Int, at start: Int) throws(HubProtocolError) {
        guard depth < maximumDepth else { throw HubProtocolError(MessagePackError(.tooDeep, at: start)) }
    }

    // MARK: Numbers and moments

    /// Whole numbers go without a fraction, as official hubs write them in JSON: whoever reads an integer takes them.
    private static func append(
        _ value: Double, _ text: String, at start: Int, to json: inout [UInt8]
    ) throws(HubProtocolError) {
        guard value.isFinite else { throw HubProtocolError(MessagePackError(.notFinite, at: start)) }
        let isPlain = abs(value) < 9_007_199_254_740_992 && !(value == 0 && value.sign == .minus)
        if isPlain, let whole = Int64(exactly: value) {
            json.append(contentsOf: String(whole).utf8)
        } else {
            json.append(contentsOf: text.utf8)
        }
    }
}
