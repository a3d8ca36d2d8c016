import JSON
import Values

extension SimulatedServer {
    mutating func create(
        _ request: DemoRequest, by person: SimulatedPerson, now: Timestamp
    ) -> (answer: DemoAnswer, announcements: [Announcement]) {
        guard person.role == .parent else { return (.empty(403), []) }
        let draft: SimulatedDraft
        do throws(JSONError) {
            draft = try Self.draft(JSONNode(JSONValue(parsing: request.body), names: .ignoringCase), dialect)
        } catch {
            let field = error.path.description
            return (.invalid(field.isEmpty ? "$" : "$.\(field)", "The JSON value could not be converted."), [])
        }
        do throws(SimulatedRefusal) {
            let (row, announcements) = try record(draft, by: person.id, now: now)
            // The child's newest row, whoever made it: so does the real server, and here it is always this one.
            return (.json(shapes.transaction(row), status: 201), announcements)
        } catch {
            switch (dialect, error) {
            // The public backend refuses without a word.
            case (.real, _): return (.empty(500), [])
            case (.spec, .unknownChild): return (.refusal(404, code: error.rawValue, message: error.message), [])
            case (.spec, _): return (.refusal(400, code: error.rawValue, message: error.message), [])
            }
        }
    }

    private static func draft(_ node: JSONNode, _ dialect: DemoDialect) throws(JSONError) -> SimulatedDraft {
        let kindNode = try node.optional("type")
        let kindWord = try kindNode.map { node throws(JSONError) in try word(node, kinds) } ?? "Credit"
        let kind = SimulatedTransaction.Kind(rawValue: kindWord) ?? .debit
        let category = try node.optional("category").map { node throws(JSONError) in try word(node, categories) }
        return SimulatedDraft(
            child: try node.required("childId").string(),
            amount: try node.optional("amount")?.decimal(acceptsText: true) ?? .zero,
            kind: kind,
            category: category ?? (dialect == .real ? "0" : kind == .credit ? "OtherIncome" : "OtherSpending"),
            description: try node.required("description").string(),
            notes: try node.optional("notes")?.string())
    }

    /// An enum given as a name in any letter case, or as a number, which is kept where it has no name.
    private static func word(_ node: JSONNode, _ names: [Int: String]) throws(JSONError) -> String {
        if case .number = node.value {
            let number = try node.int()
            return names[number] ?? String(number)
        }
        let text = try node.string()
        guard let name = names.values.first(where: { $0.lowercased() == text.lowercased() }) else {
            throw node.mismatch("a known name")
        }
        return name
    }

    private static let kinds = [0: "Credit", 1: "Debit"]
    private static let categories = Dictionary(uniqueKeysWithValues: DemoCategory.all.map { ($0.number, $0.name) })
}
