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
        case goal
        /// Money that comes, and money that goes: see ``Category/Way``.
        case way
    }

    /// For errors and logs, such as `goals`.
    package let name: String
    /// Whose each list is.
    package let scope: Scope
    /// Paths behind `/api/v1`, today's first. `{owner}` is whose the list is; one with `{page}` is asked for page after page.
    let routes: [String]
    /// An answer with so many has older ones behind it, maybe; `nil` where nothing is held back.
    private let limit: Int?
    private let records: @Sendable (JSONNode, _ owner: String?) throws(JSONError) -> [RecordFact]

    /// So many pages are read each time, for what has changed; more only as far as there is something that was never read.
    static let pageLimit = 4
    /// Pages of one list at most: ten thousand notifications.
    static let mostPages = 200

    /// - Parameters:
    ///   - limit: what the routes ask for at most.
    ///   - member: where the list stands in answers that are objects; without one, such an answer is the one record that there is.
    ///   - moment: by which the newest comes first, whichever list it stands in; else the server's order is kept.
    ///   - order: what the server's order says of records of one second.
    init<Record: FamilyRecord>(
        of record: Record.Type, _ name: String, for scope: Scope, at routes: String..., atMost limit: Int? = nil,
        member: String? = nil, newestFirst moment: (@Sendable (Record) -> Timestamp?)? = nil,
        listed order: Order = .byChance
    ) {
        self.name = name
        self.scope = scope
        self.routes = routes
        self.limit = limit
        records = { node, owner throws(JSONError) in
            let records = try Self.elements(node, member).map { element throws(JSONError) in
                try Record(RecordReader(element, owner: owner))
            }
            guard let moment else { return records.enumerated().map { RecordFact($1, rank: $0 + 1) } }
            let ranks = order.ranks(of: records.map(moment))
            return zip(records, ranks).map { RecordFact($0, rank: $1) }
        }
    }

    /// What a server's order says of records of one second, which is as far as times tell them apart.
    enum Order {
        case oldestFirst, newestFirst, byChance

        /// Of records that happened at these moments, in the order of the list. A record's stays when others come after it.
        fileprivate func ranks(of moments: [Timestamp?]) -> [Int] {
            var ranks = moments.map { RecordFact.rank(at: $0) }
            guard self != .byChance else { return ranks }
            let indices = Array(ranks.indices)
            var places: [Int: Int] = [:]
            for index in self == .oldestFirst ? indices : indices.reversed() {
                let place = places[ranks[index], default: 0]
                places[ranks[index]] = place + 1
                ranks[index] = RecordFact.rank(at: moments[index], place: place)
            }
            return ranks
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
