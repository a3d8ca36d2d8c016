import JSON
import Values

/// Reads a bare list of rows straight from the text, as today's server writes it.
///
/// A long history is many thousand rows, for which a tree takes longer and holds every text twice. What is spelt in another
/// way is not read here but by the tree.
enum QuickTransactionList {
    private static let keys = JSONKeys(
        "id", "childId", "amount", "type", "category", "description", "balanceAfter", "createdAt", "createdByName",
        "notes", "createdBy")

    /// - Returns: `nil` for anything unusual, also for a broken text.
    static func read(_ body: [UInt8], of child: Child.ID) -> [Transaction]? {
        var rows: [Transaction] = []
        do throws(JSONError) {
            let bytes = body.span
            try JSONText.validateUTF8(bytes)
            var cursor = JSONCursor()
            try cursor.arrayValue(bytes) { bytes, cursor throws(JSONError) in
                rows.append(try row(bytes, &cursor))
            }
            try cursor.expectEnd(bytes)
        } catch {
            return nil
        }
        return rows
    }

    private struct Members {
        var id: Transaction.ID?
        var child: Child.ID?
        var amount: Decimal?
        var kind: Transaction.Kind?
        var category = ""
        var description = ""
        var balanceAfter: Decimal?
        var createdAt: Timestamp?
        var creatorName: String?
        var creator: String?
        var notes: String?
    }

    private static func row(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> Transaction {
        var members = Members()
        var object = try JSONObjectReader(bytes, &cursor)
        while let key = try object.next(in: keys, bytes, &cursor) { try read(key, into: &members, bytes, &cursor) }
        guard let id = members.id, let child = members.child, let amount = members.amount, let kind = members.kind,
            let balanceAfter = members.balanceAfter, let createdAt = members.createdAt
        else { throw JSONError(.missingKey, at: cursor.offset) }
        return Transaction(
            id: id, child: child, amount: amount, kind: kind, category: CategoryNames.name(members.category),
            description: members.description, balanceAfter: balanceAfter, createdAt: createdAt,
            createdBy: members.creatorName ?? members.creator, notes: members.notes)
    }

    private static func read(
        _ key: Int, into members: inout Members, _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) {
        switch key {
        case 0: members.id = Transaction.ID(rawValue: try cursor.stringValue(bytes))
        case 1: members.child = Child.ID(rawValue: try cursor.stringValue(bytes))
        case 2: members.amount = try cursor.decimalValue(bytes)
        case 3: members.kind = Transaction.Kind(try cursor.stringValue(bytes))
        case 4: members.category = try cursor.nullableString(bytes) ?? ""
        case 5: members.description = try cursor.nullableString(bytes) ?? ""
        case 6: members.balanceAfter = try cursor.decimalValue(bytes)
        case 7: members.createdAt = try cursor.timestampValue(bytes, assumesUTC: true)
        case 8: members.creatorName = try cursor.nullableString(bytes)
        case 9: members.notes = try cursor.nullableString(bytes)
        default: members.creator = try cursor.nullableString(bytes)
        }
    }
}
