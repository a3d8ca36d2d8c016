import FoundationEssentials
import Values

/// The same transaction as a user of the library writes it down.
struct CodableTransaction: Decodable, Sendable {
    let id: UUID
    let childId: UUID
    let amount: FoundationEssentials.Decimal
    let type: String
    let category: String
    let description: String
    let balanceAfter: FoundationEssentials.Decimal
    let createdAt: Date
    let createdByName: String?

    private static let sent = FoundationEssentials.Decimal(string: "25.5")!

    /// What counts for the sum, if it is what was sent: adding two of Foundation's decimals takes as long as decoding the whole
    /// transaction.
    var counted: Values.Decimal { Values.Decimal(coefficient: amount == Self.sent ? 2550 : 0, scale: 2) ?? .zero }
}

/// Reads moments as ``HubCoding/standard`` does, with what the standard library has for it.
final class OwnDecoder: JSONDecoder, @unchecked Sendable {
    override init() {
        super.init()
        dateDecodingStrategy = .custom { decoder in
            let text = Array(try decoder.singleValueContainer().decode(String.self).utf8)
            guard let moment = Timestamp(iso8601: text.span, in: text.indices) else { fatalError("not a moment") }
            return Date(timeIntervalSince1970: Double(moment.seconds) + Double(moment.nanoseconds) / 1e9)
        }
    }
}
