import JSON
import Values

/// The transaction that the hub sends in every invocation: read into a typed value, with identities, amounts and time
/// exact.
struct HubTransaction: Sendable {
    let id: UInt128
    let child: UInt128
    let amount: Decimal
    let type: String
    let category: String
    let description: String
    let balanceAfter: Decimal
    let createdAt: Timestamp
    let createdBy: String?

    /// What is sent: 308 bytes, the same that every other program of the comparison is sent.
    static let json = """
        {"id":"0b7a0000-0000-4000-8000-000000000001","childId":"5f0e6f6e-9c57-4a57-8a0e-0d5a5b1c7a11","amount":25.50,\
        "type":"Credit","category":"Chores","description":"Walked the dog twice around the park",\
        "balanceAfter":125.75,"createdAt":"2026-03-14T15:09:26.5358979Z","createdByName":"Pat Johnson"}
        """
    static let target = "TransactionCreated"

    private static let keys = JSONKeys(
        "id", "childId", "amount", "type", "category", "description", "balanceAfter", "createdAt", "createdByName")

    /// Reads the only argument of an invocation.
    init(arguments bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor) throws(JSONError) {
        try cursor.expect(UInt8(ascii: "["), bytes)
        try self.init(bytes, &cursor)
        try cursor.expect(UInt8(ascii: "]"), bytes)
    }

    /// Reads what `Echo` answers.
    init(result: [UInt8]) throws(JSONError) {
        var cursor = JSONCursor()
        try self.init(result.span, &cursor)
        try cursor.expectEnd(result.span)
    }

    private init(_ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor) throws(JSONError) {
        var ids: (own: UInt128, child: UInt128) = (0, 0)
        var texts: (type: String, category: String, description: String) = ("", "", "")
        var amount = Decimal.zero
        var balanceAfter = Decimal.zero
        var createdAt = Timestamp(seconds: 0)
        var createdBy: String?
        let keys = Self.keys
        var object = try JSONObjectReader(bytes, &cursor)
        while let key = try object.next(in: keys, bytes, &cursor) {
            switch key {
            case 0: ids.own = try cursor.uuidValue(bytes)
            case 1: ids.child = try cursor.uuidValue(bytes)
            case 2: amount = try cursor.decimalValue(bytes)
            case 3: texts.type = try cursor.stringValue(bytes)
            case 4: texts.category = try cursor.stringValue(bytes)
            case 5: texts.description = try cursor.stringValue(bytes)
            case 6: balanceAfter = try cursor.decimalValue(bytes)
            case 7: createdAt = try Timestamp(bytes, cursor.string(bytes).range)
            default: createdBy = try cursor.nullableString(bytes)
            }
        }
        guard (0...7).allSatisfy(object.has) else { throw JSONError(.missingKey, at: cursor.offset) }
        id = ids.own
        child = ids.child
        type = texts.type
        category = texts.category
        description = texts.description
        self.amount = amount
        self.balanceAfter = balanceAfter
        self.createdAt = createdAt
        self.createdBy = createdBy
    }
}
