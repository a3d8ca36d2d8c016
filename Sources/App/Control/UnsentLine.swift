package import JSON
package import Store
import Values

/// An order as a line of the file that `pocketbell pending export` writes: `{"order": {…}, "sum": "…"}`.
///
/// The order's members are the columns of its row, spelled as JSON is, so that what a later version has added goes along. The sum is
/// over the order as `JSONValue` writes it: blanks between its members do not matter.
package enum UnsentLine {
    /// Of the form of the whole file; a later one has lines that this version reads, too.
    package static let version = 1
    /// The first line's word for what the file is.
    package static let mark = "pending"
    /// Columns that mean something in their own store alone, or that follow from others.
    private static let own: Set<String> = ["number", "account", "server", "before", "fingerprint", "kind", "sum"]
    /// Those that people know by another name.
    private static let names = ["id": "intent", "deed": "order", "accepted_by": "user", "txn": "transaction"]

    // MARK: Writing

    /// - Parameter photo: the bytes of its picture's file, by the name that the order has for it.
    package static func json(
        _ unsent: UnsentOrder, photo: (MediaRow.Hash) -> [UInt8]?
    ) -> (line: JSONValue, hasPhoto: Bool) {
        var members = [
            JSONObject.Member("server", .text(unsent.origin)), JSONObject.Member("account", .text(unsent.account)),
        ]
        for (column, value) in unsent.columns.sorted(by: { $0.key < $1.key }) where !own.contains(column) {
            members.append(JSONObject.Member(names[column] ?? camelCase(column), JSONValue(value)))
        }
        let bytes = Self.photo(of: unsent.text("payload")).flatMap(photo)
        if let bytes { members.append(JSONObject.Member("photo", .string(Base64.standard.encode(bytes)))) }
        let order = JSONValue.object(JSONObject(members))
        return (["order": order, "sum": .string(LineSum.text(of: order.description.utf8))], bytes != nil)
    }

    /// The name of the file of its picture; `nil` where none belongs to it.
    static func photo(of payload: String?) -> MediaRow.Hash? {
        guard let payload, case .string(let name)? = (try? JSONValue(parsing: payload))?["photo"] else { return nil }
        return MediaRow.Hash(rawValue: name)
    }

    private static func camelCase(_ column: String) -> String {
        let parts = column.split(separator: "_")
        return parts.prefix(1).joined() + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    // MARK: Reading

    /// What a line says; members that this version does not know are left out.
    ///
    /// - Throws: ``ControlAnswer/Refusal`` for a line that is damaged, incomplete, or of a kind that this version does not know.
    package static func order(in line: JSONValue) throws(ControlAnswer.Refusal) -> ImportedOrder {
        guard let json = line["order"], case .object = json, case .string(let sum)? = line["sum"] else {
            throw refusal("it is no order that 'pending export' has written")
        }
        guard LineSum.text(of: json.description.utf8) == sum else {
            throw refusal("it was damaged or changed since it was written: its sum does not fit")
        }
        do throws(JSONError) { return try order(JSONNode(json)) } catch {
            throw refusal("it is not complete: \(error)")
        }
    }

    private static func order(_ node: JSONNode) throws(JSONError) -> ImportedOrder {
        let word = try node.required("order")
        let deed = RecordOrder.Deed(rawValue: try word.string())
        guard deed != nil || word.value == .string("transaction") else {
            throw word.mismatch("a kind of order that this version knows")
        }
        let state = try node.required("state")
        guard let known = IntentRow.State(rawValue: try state.string()), !known.isEnded else {
            throw state.mismatch("a state that this version knows")
        }
        let id = try node.required("intent")
        guard let wanted = IntentRow.ID(new: try id.string()) else {
            throw id.mismatch("8 to 64 hexadecimal digits")
        }
        let order: IntentRow.Order =
            if let deed { .record(try record(deed, node)) } else { .transaction(try content(node)) }
        return ImportedOrder(
            id: wanted, order: order,
            child: try node.optional("child").map { child throws(JSONError) in .init(rawValue: try child.string()) },
            origin: try node.required("server").string(),
            acceptedBy: try node.required("user").string(), state: known, notes: try notes(node),
            photo: try node.optional("photo").map { photo throws(JSONError) in
                guard let bytes = Base64.standard.decode(try photo.string()) else { throw photo.mismatch("base 64") }
                return bytes
            })
    }

    private static func content(_ node: JSONNode) throws(JSONError) -> IntentRow.Content {
        let amount = try node.required("amount")
        guard let number = Decimal(try amount.string()), !number.isZero else { throw amount.mismatch("an amount") }
        return IntentRow.Content(
            amount: number, category: try node.required("category").string(),
            description: try node.required("description").string(), notes: try node.optional("notes")?.string())
    }

    private static func record(_ deed: RecordOrder.Deed, _ node: JSONNode) throws(JSONError) -> RecordOrder {
        RecordOrder(
            deed, record: try node.optional("record").map { id throws(JSONError) in .init(rawValue: try id.string()) },
            owner: try node.required("owner").string(), payload: try node.required("payload").string(),
            base: try node.optional("base")?.string(), title: try node.optional("description")?.string() ?? "")
    }

    /// Moments in microseconds from 1970 to the end of 9999, how often it was sent, and whether it waits for a decision.
    private static let counted: [(column: String, range: ClosedRange<Int64>)] = [
        ("accepted_at", moments), ("first_sent_at", moments), ("last_attempt_at", moments), ("attempts", 0...1_000_000),
        ("contested", 0...1),
    ]
    private static let moments: ClosedRange<Int64> = 0...253_402_300_799_999_999

    /// What was noted on the way, as columns have it.
    private static func notes(_ node: JSONNode) throws(JSONError) -> [String: UnsentOrder.Value] {
        var values: [String: UnsentOrder.Value] = [:]
        for (column, range) in counted {
            guard let number = try node.optional(camelCase(column)) else { continue }
            guard let value = Int64(exactly: try number.int()), range.contains(value) else {
                throw number.mismatch("a number from \(range.lowerBound) to \(range.upperBound)")
            }
            values[column] = .integer(value)
        }
        for column in ["reason", "answered", "known", "txn"] {
            if let text = try node.optional(names[column] ?? column) { values[column] = .text(try text.string()) }
        }
        return values
    }

    private static func refusal(_ message: String) -> ControlAnswer.Refusal {
        ControlAnswer.Refusal(.malformed, message)
    }
}

extension JSONValue {
    fileprivate init(_ value: UnsentOrder.Value) {
        switch value {
        case .integer(let number): self = .number(JSONNumberText(Int(number)))
        case .text(let text): self = .string(text)
        }
    }
}
