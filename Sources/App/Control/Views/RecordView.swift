import JSON
import Store
import Values

/// The records of one kind as commands show them, and how old they are: all of one moment.
struct RecordView: Sendable {
    let kind: RecordRow.Kind
    /// Whose they are, if that was asked.
    let child: ChildRow?
    let rows: [RecordRow]
    /// What was ordered about them and is not at its end.
    var orders: [IntentRow] = []
    /// Those of these orders that wait for a decision between two versions.
    var contested: Set<IntentRow.ID> = []
    /// How each list of them was last read.
    let lists: [RecordListRow]
    let accounts: [AccountRow]
    /// Of settings: what was done to the allowances, the newest first, and how those lists were read.
    var changes: (rows: [RecordRow], lists: [RecordListRow]) = ([], [])

    func json(_ children: [ChildRow], in currency: Currency) -> JSONValue {
        let places = Dictionary(children.enumerated().map { ($1.id, $0) }, uniquingKeysWith: min)
        return [
            "records": .array(
                inOrder(places).map { row in
                    let child = children.first { $0.id == row.child && $0.server == row.server }
                    return JSONValue(row, child: child, in: currency, more: more(row.record))
                }),
            "lists": .array(
                lists.filter { isAsked($0) }.map { list in
                    JSONValue(
                        list, account: accounts.first { $0.id == list.account }?.name,
                        child: children.first { $0.id.rawValue == list.owner })
                }),
        ]
    }

    /// Lists that keep their server's order come one child after the other; those by time are one. What the server does not have
    /// yet comes behind what it has.
    private func inOrder(_ places: [ChildRow.ID: Int]) -> [RecordOverlay.Row] {
        func place(_ row: RecordOverlay.Row) -> Int {
            if let rank = row.record?.rank, rank < 0 { return 0 }
            return row.child.flatMap { places[$0] } ?? .max
        }
        return RecordOverlay(rows, orders, contested: contested, of: child).rows.enumerated()
            .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            .map(\.element)
    }

    /// A list that is not a child's own is everybody's.
    private func isAsked(_ list: RecordListRow) -> Bool {
        guard let child, kind != .completion, !list.owner.isEmpty else { return true }
        return list.owner == child.id.rawValue
    }

    private func more(_ row: RecordRow?) -> [JSONObject.Member] {
        guard let row else { return [] }
        return kind == .settings ? [JSONObject.Member("paused", isPaused(row).map { .bool($0) } ?? .null)] : []
    }

    /// By the last pause or resumption, which is all that servers tell; `nil` before those of the child were read.
    private func isPaused(_ row: RecordRow) -> Bool? {
        let ordered = orders.last { intent in
            intent.state.isWaiting && intent.order.record?.record == row.id && intent.server == row.server
                && [.pauseAllowance, .resumeAllowance].contains(intent.order.record?.deed)
        }
        if let ordered { return ordered.order.record?.deed == .pauseAllowance }
        for change in changes.rows where change.child == row.child && change.server == row.server {
            switch (try? JSONValue(parsing: change.content))?["action"] {
            case "paused": return true
            case "resumed": return false
            default: continue
            }
        }
        let wasRead = changes.lists.contains { $0.owner == row.id.rawValue && $0.readAt != nil }
        return wasRead ? false : nil
    }
}

extension JSONValue {
    /// A record as commands show it: what it says, between what every record has.
    ///
    /// - Parameters:
    ///   - child: `nil` of what is nobody's, and where the child's own row cannot be read.
    ///   - more: what is known of it besides what it says.
    fileprivate init(_ row: RecordOverlay.Row, child: ChildRow?, in currency: Currency, more: [JSONObject.Member]) {
        var members = [
            JSONObject.Member("id", .text(row.record?.id.rawValue)),
            JSONObject.Member("child", child.map { JSONValue(naming: $0) } ?? nil),
        ]
        members += row.content + more
        members += [
            JSONObject.Member("currency", .string(currency.code)),
            JSONObject.Member("sync", .word(row.standing.rawValue)),
            JSONObject.Member("intent", .text(row.intent?.rawValue)),
            JSONObject.Member("revision", row.record.map { .count($0.revision) } ?? nil),
            JSONObject.Member("changedAt", .moment(row.record?.changedAt)),
        ]
        self = .object(JSONObject(members))
    }

    /// How old a list is, and why it is not younger.
    fileprivate init(_ list: RecordListRow, account: String?, child: ChildRow?) {
        self = [
            "account": .text(account), "child": child.map { JSONValue(naming: $0) } ?? nil,
            "readAt": .moment(list.readAt), "failure": .word(list.failure?.replacing(text: "_", with: "-")),
        ]
    }
}
