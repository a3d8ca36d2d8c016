import JSON
import Store
import Values

/// What there is to know of each child at one moment, as far as a broker is told.
struct FamilyPicture: Sendable, Equatable {
    struct Child: Sendable, Equatable {
        /// A level of a topic's name, unique among the children.
        var key: String
        /// Clean; never empty.
        var name: String
        var balance: Decimal
        var last: AlertFacts.Movement?
        /// Chores that a child says are done, and nobody has looked at; `nil` where there are no chores at all.
        var waiting: Int?
    }

    var children: [Child] = []
    /// The store has never heard of any child: it is new, and what others keep from before may be right.
    var isBlank = true

    /// Nobody does more between two looks of a parent.
    private static let choreLimit = 500
    private static let nameLimit = TextLimit.utf16(100)

    static func read(_ store: Store) async throws(StoreError) -> FamilyPicture {
        try await store.read("mqtt.picture") { snapshot in
            let rows = try snapshot.children()
            var picture = FamilyPicture(isBlank: rows.isEmpty)
            for row in rows where !row.isGone {
                let last = try snapshot.transactions(of: row.id, on: row.server, limit: 1).first
                let done = try snapshot.records(.completion, of: row.id, limit: choreLimit)
                let hasChores = try !done.isEmpty || !snapshot.records(.chore, of: row.id, limit: 1).isEmpty
                picture.add(row, last, waiting: hasChores ? done.count(where: \.waitsForParent) : nil)
            }
            return picture
        }
    }

    private mutating func add(_ row: ChildRow, _ last: TransactionRow?, waiting: Int?) {
        let key = MQTTTopics.level(row.id.rawValue)
        let name = Self.nameLimit.cut(UserText.singleLine("\(row.firstName) \(row.lastName)"))
        // Two servers may use one id.
        let isTaken = children.contains { $0.key == key }
        children.append(
            Child(
                key: isTaken ? MQTTTopics.level("\(row.server.rawValue)|\(row.id.rawValue)|") : key,
                name: name.isEmpty ? key : name, balance: row.balance(after: last),
                last: last.map { AlertFacts.Movement($0) },
                waiting: waiting))
    }
}

extension FamilyPicture.Child {
    /// What is kept of the child. Descriptions are children's words, and stay text in whatever reads JSON.
    func state(currency: String) -> [UInt8] {
        let (name, text) = (TextLimit.bytes(300), TextLimit.bytes(1_000))
        return JSONWriter.object { object in
            object.set("name", name.cut(self.name))
            object.set("balance", balance.moneyText)
            object.set("currency", currency)
            object.set("chores_waiting", ifPresent: waiting)
            guard let last else { return object.setNull("last") }
            object.object("last") { object in
                object.set("transaction", name.cut(last.id))
                object.set("amount", last.amount.map { (last.isCredit ? "" : "-") + $0.moneyText })
                object.set("kind", last.isCredit ? "credit" : "debit")
                object.set("category", name.cut(last.category))
                object.set("description", text.cut(last.description))
                object.set("at", last.at)
                object.set("by", last.by.map(name.cut))
                object.set("balance", last.balance?.moneyText)
            }
        }
    }
}

extension RecordRow {
    /// Of something done.
    fileprivate var waitsForParent: Bool {
        guard !isGone, let content = try? JSONValue(parsing: Array(content.utf8)) else { return false }
        return content["state"]?.word == "pendingApproval"
    }
}
