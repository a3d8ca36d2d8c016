import JSON
import Values

/// One kind of order, such as adding a wish: what it says, how each server is asked, and by which fact it is known to be done.
///
/// Servers have no word for a repetition. So each kind says what doing it twice would come to, and its facts decide.
package struct OrderForm: Sendable {
    /// What it does, and what shows that it was done.
    package enum Effect: Sendable, Equatable {
        /// Makes a record. Twice makes two: shown by a record that looks like it and was not there before.
        case makes
        /// Changes a record: shown by the record itself. It is looked at before each sending, so twice is once.
        case sets
        /// Takes a record away: shown by a list without it.
        case removes
        /// Moves money. Twice moves it twice: shown by a movement that looks like it and was not there before.
        case moves
    }

    /// Who may give it; the server's own rule.
    package enum Giver: Sendable, Equatable {
        case parent
        /// The child whose it is.
        case child
        case anybody
    }

    /// As people type it, such as `wishlist add`.
    package let name: String
    package let effect: Effect
    package let giver: Giver
    package let fields: [OrderField]
    /// What it says besides, without anybody's typing it.
    let fixed: [JSONObject.Member]
    /// Where servers take it, today's first.
    let routes: [OrderRoute]
    /// The list that shows it.
    package let list: RecordList
    /// Whether the record is as it should be; `nil` where that is what its members say.
    let isDone: (@Sendable (_ payload: JSONValue, _ record: String, _ facts: [RecordFact]) -> Bool?)?
    /// Whether a fact looks like what is made or moved.
    let looksLike: @Sendable (_ payload: JSONValue, _ content: JSONValue) -> Bool
    /// Whether a fact that is taken for it has lost its photo all the same.
    let hasLost: @Sendable (_ payload: JSONValue, _ content: JSONValue) -> Bool
    /// Of an order that takes a record away: what nobody else must have changed of it since.
    let heeded: [String]
    /// What a server would answer, where that does not follow from what it is asked.
    let preview: (@Sendable (OrderRequest) -> [JSONObject.Member])?

    /// - Parameters:
    ///   - isDone: by the whole list; returns `nil` where the record itself says it.
    ///   - heeding: what must not have changed of a record that is taken away.
    ///   - looksLike: else every member that the order has is the record's.
    init(
        _ name: String, _ effect: Effect, by giver: Giver, _ fields: [OrderField], fixed: [JSONObject.Member] = [],
        shownBy list: RecordList, at routes: OrderRoute..., heeding heeded: [OrderField] = [],
        isDone: (@Sendable (_ payload: JSONValue, _ record: String, _ facts: [RecordFact]) -> Bool?)? = nil,
        looksLike: (@Sendable (_ payload: JSONValue, _ content: JSONValue) -> Bool)? = nil,
        hasLost: @escaping @Sendable (_ payload: JSONValue, _ content: JSONValue) -> Bool = { _, _ in false },
        preview: (@Sendable (OrderRequest) -> [JSONObject.Member])? = nil
    ) {
        (self.name, self.effect, self.giver, self.fields, self.fixed) = (name, effect, giver, fields, fixed)
        (self.list, self.routes, self.isDone) = (list, routes, isDone)
        self.looksLike = looksLike ?? { Self.isSaid($0, by: $1) }
        (self.hasLost, self.preview, self.heeded) = (hasLost, preview, heeded.map(\.name))
    }

    // MARK: What a person wants

    /// What the order says, as records spell it and always in one order.
    ///
    /// - Parameters:
    ///   - texts: by the fields' names, or by those of the options that set them; as typed.
    ///   - former: what it said so far, where it is changed.
    package func payload(
        _ texts: [String: String], changing former: String? = nil
    ) throws(OrderMistake) -> String {
        if let stranger = texts.keys.sorted().first(where: { name in
            !fields.contains { $0.name == name || $0.typed == name }
        }) {
            let known = fields.map(\.typed).joined(separator: ", ")
            throw OrderMistake(
                message: "\(name) has no '\(stranger)'",
                hint: known.isEmpty ? "it says nothing else" : "it has: \(known)")
        }
        let before = former.flatMap { try? JSONValue(parsing: $0) }
        var members = fixed
        for field in fields {
            if let text = texts[field.typed] ?? texts[field.name] {
                members.append(JSONObject.Member(field.name, try field.value(of: text)))
            } else if let value = before?[field.name] {
                members.append(JSONObject.Member(field.name, value))
            } else if field.isRequired {
                throw field.missing
            }
        }
        guard !members.isEmpty || fields.isEmpty || effect != .sets else {
            throw OrderMistake(
                message: "it is not said what to change",
                hint: "name at least one of: \(fields.map(\.typed).joined(separator: ", "))")
        }
        return JSONValue.object(JSONObject(members)).description
    }

    // MARK: What facts say

    /// What of an order a record shows.
    func shown(_ payload: JSONValue) -> JSONValue {
        let remarks = fields.filter(\.isRemark).map(\.name)
        return .object(JSONObject(Self.members(payload).filter { !remarks.contains($0.name) }))
    }

    /// Whether every member that is wanted is what the record says.
    static func isSaid(_ payload: JSONValue, by content: JSONValue) -> Bool {
        members(payload).allSatisfy { isSaid($0, by: content) }
    }

    static func isSaid(_ member: JSONObject.Member, by content: JSONValue) -> Bool {
        plain(member.value) == plain(content[member.name] ?? .null)
    }

    static func members(_ value: JSONValue) -> [JSONObject.Member] {
        if case .object(let object) = value { object.members } else { [] }
    }

    /// A server may cut blanks, and has nothing for an empty text.
    static func plain(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value else { return value }
        let trimmed = text.trimmedBlanks
        return trimmed.isEmpty ? .null : .string(trimmed)
    }
}
