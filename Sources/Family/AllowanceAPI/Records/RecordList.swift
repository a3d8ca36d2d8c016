import JSON
import Values

/// One list of records: where today's servers have it, where older ones had it, and how it is read.
package struct RecordList: Sendable {
    /// What there is a list for each of.
    package enum Scope: Sendable, Equatable {
        /// One for the whole family, or the login's own.
        case login
        case child
        case chore
    }

    /// For errors and logs, such as `goals`.
    package let name: String
    /// Whose each list is.
    package let scope: Scope
    /// Paths behind `/api/v1`, today's first. `{owner}` is the child or the chore; one with `{page}` is asked for page after page.
    let routes: [String]
    /// An answer with so many has older ones behind it, maybe; `nil` where nothing is held back.
    private let limit: Int?
    private let records: @Sendable (JSONNode, _ owner: String?) throws(JSONError) -> [RecordFact]

    /// Pages of one list at most: what is older than that is not looked at again.
    static let pageLimit = 4

    /// - Parameters:
    ///   - limit: what the routes ask for at most.
    ///   - member: where the list stands in answers that are objects; without one, such an answer is the one record that there is.
    ///   - moment: by which the newest comes first, whichever list it stands in; else the server's order is kept.
    ///   - isOldestFirst: the server lists the oldest first, which tells records of one second apart.
    init<Record: FamilyRecord>(
        of record: Record.Type, _ name: String, for scope: Scope, at routes: String..., atMost limit: Int? = nil,
        member: String? = nil, newestFirst moment: (@Sendable (Record) -> Timestamp?)? = nil,
        listedOldestFirst isOldestFirst: Bool = false
    ) {
        self.name = name
        self.scope = scope
        self.routes = routes
        self.limit = limit
        records = { node, owner throws(JSONError) in
            var place = 0
            return try Self.elements(node, member).map { element throws(JSONError) in
                let record = try Record(RecordReader(element, owner: owner))
                place += 1
                let tie = isOldestFirst ? place : 0
                return RecordFact(record, rank: moment.map { RecordFact.rank(at: $0(record), place: tie) } ?? place)
            }
        }
    }

    /// A bare list, the member of an answer, or the one record that there is.
    private static func elements(_ node: JSONNode, _ member: String?) throws(JSONError) -> [JSONNode] {
        if case .array = node.value { return try node.elements() }
        guard let member else { return [node] }
        return try node.required(member, "data", "items").elements()
    }

    /// - Parameter page: from 1.
    func call(_ route: Int, of owner: String?, page: Int) -> Call {
        let path = routes[route].replacing(text: "{owner}", with: owner ?? "").replacing(
            text: "{page}", with: "\(page)")
        return .get(path, name: String(routes[route].prefix { $0 != "?" }))
    }

    /// Reads one answer: all there is, or a page of it.
    func page(_ node: JSONNode, of owner: String?) throws(JSONError) -> RecordAnswer {
        let facts = try records(node, owner)
        if let limit, facts.count >= limit { return RecordAnswer(facts: facts, isWhole: false) }
        guard case .object = node.value else { return RecordAnswer(facts: facts, isWhole: true) }
        let pagination = try node.optional("pagination") ?? node
        return RecordAnswer(facts: facts, isWhole: try pagination.optional("hasMore")?.bool() != true)
    }

    /// Whether the route has a page after one that was not the whole.
    func hasPages(_ route: Int) -> Bool { routes[route].contains(text: "{page}") }
}

/// What a list of records held.
package struct RecordAnswer: Sendable, Equatable {
    /// Each record once.
    package let facts: [RecordFact]
    /// Whether what is not among them is there no longer; else there may be more behind them.
    package let isWhole: Bool

    /// - Parameter facts: in the order of the list.
    package init(facts: [RecordFact], isWhole: Bool) {
        self.facts = facts
        self.isWhole = isWhole
    }
}
