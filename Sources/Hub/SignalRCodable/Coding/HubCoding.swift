public import FoundationEssentials
import JSON
// A program has one import for both ends of a hub: this module is where their values get types.
@_exported public import SignalRClient
@_exported public import SignalRServer
import Values

/// How values become JSON and JSON becomes values.
///
/// Decimals and integers are exact both ways, or refused. ``standard`` reads and writes moments as ASP.NET Core does.
public struct HubCoding: Sendable {
    let encoder: JSONEncoder
    let decoder: JSONDecoder
    /// By these our own decoder does the work, which is much faster; `nil` where only the other one does what it is set to.
    let settings: DecodingSettings?
    /// Told of each invocation, question or call whose arguments are not those of its handler or method: an invocation is dropped, a
    /// question and a call fail. The log of a client's connection has them too.
    public var onMismatch: (@Sendable (HubMismatch) -> Void)?

    /// - Parameters:
    ///   - encoder: with all its strategies set; it must not be changed afterwards.
    ///   - decoder: with all its strategies set; it must not be changed afterwards. It says how to decode; one that renames keys, reads
    ///     JSON5 or words for numbers, or is of a subclass, does so itself, at its own speed.
    public init(encoder: JSONEncoder, decoder: JSONDecoder) {
        self.init(encoder: encoder, decoder: decoder, settings: DecodingSettings(decoder))
    }

    private init(encoder: JSONEncoder, decoder: JSONDecoder, settings: DecodingSettings?) {
        self.encoder = encoder
        self.decoder = decoder
        self.settings = settings
    }

    /// Names as they are spelled in Swift, moments in ISO 8601, bytes in Base64: what a hub with its own defaults expects.
    public static let standard: HubCoding = {
        let decoder = JSONDecoder()
        return HubCoding(
            encoder: standardEncoder(), decoder: decoder, settings: DecodingSettings(decoder, dates: .moments))
    }()

    private static func standardEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .custom(encodeMoment)
        return encoder
    }
}

extension HubCoding {
    /// The JSON text of a value.
    func text(of value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value of a JSON text.
    func value<Value: Decodable>(_ type: Value.Type, of json: String) throws -> Value {
        let bytes = Array(json.utf8)
        var reader = TextReader(bytes, self)
        var cursor = JSONCursor()
        do throws(JSONError) {
            try reader.read(&cursor)
            try cursor.expectEnd(bytes.span)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "no JSON", underlyingError: error))
        }
        return try reader.value(type)
    }

    /// The arguments of a call, whose bytes have been checked.
    ///
    /// - Parameter array: the text of a JSON array.
    func arguments<each Argument: Decodable>(
        _ types: repeat (each Argument).Type, of array: borrowing JSONCursor.Bytes, target: String
    ) throws(HubMismatch) -> (repeat each Argument) {
        var expected = 0
        for _ in repeat each types { expected += 1 }
        var reader = TextReader(unsafe array.withUnsafeBufferPointer { unsafe Array($0) }, self)
        var cursor = JSONCursor()
        do {
            try reader.read(&cursor)
            var arguments = try reader.arguments(expected)
            return (repeat try arguments.decode((each Argument).self))
        } catch {
            throw HubMismatch(target: target, reason: Self.reason(of: error))
        }
    }

    /// What a coder's failure says, without the values that it was about.
    static func reason(of error: any Error) -> String {
        switch error {
        case let error as WrongCount: error.description
        case let error as JSONError: error.description
        case DecodingError.typeMismatch(let type, let context): "\(type) wanted\(place(context.codingPath))"
        case DecodingError.valueNotFound(let type, let context):
            "\(type) wanted and null found\(place(context.codingPath))"
        case DecodingError.keyNotFound(let key, let context):
            "no \"\(key.stringValue)\"\(place(context.codingPath))"
        case DecodingError.dataCorrupted(let context): "a value that does not fit its type\(place(context.codingPath))"
        case EncodingError.invalidValue(let value, let context):
            "a value of \(type(of: value)) that JSON can't hold\(place(context.codingPath))"
        default: "\(type(of: error))"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "" }
        return " at " + path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
}

extension HubCoding {
    /// In UTC, to the microsecond: a `Date` holds no more.
    static func encodeMoment(_ date: Date, _ encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let seconds = date.timeIntervalSince1970
        // The years 1 to 9999, which are those of ISO 8601 and of the servers.
        guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else {
            throw EncodingError.invalidValue(
                date,
                EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "outside the years 1 to 9999"))
        }
        try container.encode(Timestamp(microseconds: Int64((seconds * 1e6).rounded())).description)
    }
}

/// That the arguments of a call are not those of its handler: another count, or another type.
public struct HubMismatch: Error, Sendable, CustomStringConvertible {
    /// The name of the handler, as the caller spelled it.
    public let target: String
    /// What does not fit, for people. Names places and types, and repeats no value.
    public let reason: String

    /// One sentence for people.
    public var description: String { "the arguments of \(target) don't fit its handler: \(reason)" }
}
