import JSON

/// The members of a negotiate answer as they came. Unknown ones are skipped; of one that comes twice the last counts.
struct NegotiateMembers {
    private static let keys = JSONKeys(
        "negotiateVersion", "connectionId", "connectionToken", "url", "accessToken", "error", "ProtocolVersion",
        "protocolVersion")
    /// Longer than the names that `JSONKeys` compares as numbers.
    private static let transports: StaticString = "availableTransports"
    private static let lifetime: StaticString = "tokenLifetimeSeconds"
    private static let stateful: StaticString = "useStatefulReconnect"

    private(set) var version = 0
    private(set) var connectionID: String?
    private(set) var connectionToken: String?
    private(set) var url: String?
    private(set) var accessToken: String?
    private(set) var error: String?
    private(set) var hasProtocolVersion = false
    private(set) var transports: [NegotiatedConnection.Offer]?
    private(set) var usesStatefulReconnect = false
    private(set) var tokenLifetime: Duration?

    mutating func scan(_ bytes: borrowing JSONCursor.Bytes) throws(JSONError) {
        var cursor = JSONCursor()
        try cursor.expect(UInt8(ascii: "{"), bytes)
        var isFirst = true
        while let key = try cursor.nextKey(bytes, isFirst: &isFirst) { try member(key, bytes, &cursor) }
        try cursor.expectEnd(bytes)
    }

    private mutating func member(
        _ key: JSONString, _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        switch Self.keys.index(of: key, in: bytes) {
        case 0: version = try cursor.numberValue(bytes).int ?? 0
        case 1: connectionID = try Self.text(bytes, &cursor)
        case 2: connectionToken = try Self.text(bytes, &cursor)
        case 3: url = try Self.text(bytes, &cursor)
        case 4: accessToken = try Self.text(bytes, &cursor)
        case 5: error = try Self.text(bytes, &cursor)
        // In the old servers' spelling, and in that of a server that converts names.
        case 6, 7:
            hasProtocolVersion = true
            _ = try cursor.skipValue(bytes)
        default:
            if key.equals(Self.transports, bytes) {
                transports = try Self.offers(bytes, &cursor)
            } else if key.equals(Self.stateful, bytes) {
                usesStatefulReconnect = try cursor.peek(bytes) == UInt8(ascii: "t")
                _ = try cursor.skipValue(bytes)
            } else if key.equals(Self.lifetime, bytes) {
                tokenLifetime = try Self.lifetime(bytes, &cursor)
            } else {
                _ = try cursor.skipValue(bytes)
            }
        }
    }

    /// What can't be a lifetime is none; nothing lives longer than ten years.
    static func lifetime(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> Duration? {
        let first = try cursor.peek(bytes)
        guard first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else {
            _ = try cursor.skipValue(bytes)
            return nil
        }
        let seconds = try cursor.numberValue(bytes).int ?? 0
        return seconds > 0 ? .seconds(min(seconds, 315_360_000)) : nil
    }

    static func text(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> String? {
        try cursor.skipNull(bytes) ? nil : try cursor.string(bytes).text(bytes)
    }

    private static func offers(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> [NegotiatedConnection.Offer]? {
        if try cursor.skipNull(bytes) { return nil }
        var offers: [NegotiatedConnection.Offer] = []
        try cursor.expect(UInt8(ascii: "["), bytes)
        var isFirst = true
        while try cursor.hasNext(bytes, end: UInt8(ascii: "]"), isFirst: &isFirst) {
            offers.append(try offer(bytes, &cursor))
        }
        return offers
    }

    private static func offer(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> NegotiatedConnection.Offer {
        var offer = NegotiatedConnection.Offer(name: "", formats: [])
        try cursor.expect(UInt8(ascii: "{"), bytes)
        var isFirst = true
        while let key = try cursor.nextKey(bytes, isFirst: &isFirst) {
            if key.equals("transport", bytes) {
                offer.name = try cursor.string(bytes).text(bytes)
            } else if key.equals("transferFormats", bytes) {
                try cursor.expect(UInt8(ascii: "["), bytes)
                var isFirstFormat = true
                while try cursor.hasNext(bytes, end: UInt8(ascii: "]"), isFirst: &isFirstFormat) {
                    offer.formats.append(try cursor.string(bytes).text(bytes))
                }
            } else {
                _ = try cursor.skipValue(bytes)
            }
        }
        return offer
    }
}
