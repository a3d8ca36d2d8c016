public import FoundationEssentials

/// How values become JSON and JSON becomes values.
///
/// Decimals and integers of 64 bits are exact both ways. ``standard`` reads and writes moments as ASP.NET Core does.
public struct HubCoding: Sendable {
    let encoder: JSONEncoder
    let decoder: JSONDecoder
    /// Told of each invocation that is dropped because its arguments are not those of the handler. The connection's log has
    /// them too.
    public var onMismatch: (@Sendable (HubMismatch) -> Void)?

    /// - Parameters:
    ///   - encoder: with all its strategies set; it must not be changed afterwards.
    ///   - decoder: with all its strategies set; it must not be changed afterwards.
    public init(encoder: JSONEncoder, decoder: JSONDecoder) {
        self.encoder = encoder
        self.decoder = decoder
    }

    /// Names as they are spelled in Swift, moments in ISO 8601, bytes in Base64: what a hub with its own defaults expects.
    public static let standard = HubCoding(encoder: standardEncoder(), decoder: standardDecoder())

    private static func standardEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .custom(encodeMoment)
        return encoder
    }

    private static func standardDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(decodeMoment)
        return decoder
    }
}

extension HubCoding {
    /// The JSON text of a value.
    func text(of value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value of a JSON text.
    func value<Value: Decodable>(_ type: Value.Type, of json: String) throws -> Value {
        try decoder.decode(type, from: Data(json.utf8))
    }
}
