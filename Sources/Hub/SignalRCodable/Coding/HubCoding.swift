public import FoundationEssentials
import JSON

/// How values become JSON and JSON becomes values.
///
/// Decimals and integers are exact both ways, or refused. ``standard`` reads and writes moments as ASP.NET Core does.
public struct HubCoding: Sendable {
    let encoder: JSONEncoder
    private let decoder: JSONDecoder
    /// By these our own decoder does the work, which is much faster; `nil` where only the other one does what it is set to.
    private let settings: DecodingSettings?
    /// Told of each invocation that is dropped because its arguments are not those of the handler. The connection's log has
    /// them too.
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
        let bytes = json.utf8Span.span
        var cursor = JSONCursor()
        let value: Result<Value, any Error>
        do throws(JSONError) {
            value = try read(type, bytes, &cursor)
            try cursor.expectEnd(bytes)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "no JSON", underlyingError: error))
        }
        return try value.get()
    }

    /// Moves over a JSON value, checking it, and decodes it.
    ///
    /// - Throws: What is no JSON. The result's failure is JSON that is not of the type.
    func read<Value: Decodable>(
        _ type: Value.Type, _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> Result<Value, any Error> {
        guard let settings else {
            let range = try cursor.skipValue(bytes)
            let data = unsafe bytes.extracting(range).withUnsafeBytes { unsafe Data($0) }
            return Result { try decoder.decode(type, from: data) }
        }
        let text = try DecodedText(bytes, &cursor, settings)
        return Result { try ValueDecoder(text, 0).decode(type) }
    }
}
