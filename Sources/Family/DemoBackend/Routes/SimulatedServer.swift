package import Values

/// The whole simulated server as a value: a request and the time go in, an answer and hub messages come out.
package struct SimulatedServer: Sendable {
    /// The books; only ``record(_:by:now:)`` and ``payAllowance(_:now:)`` write rows.
    package internal(set) var family: SimulatedFamily
    var household: SimulatedHousehold
    var tokens: TokenBook
    let dialect: DemoDialect
    /// Ids of rows; the same for the same seed.
    private var generator: SeededGenerator

    var shapes: DemoShapes { DemoShapes(dialect: dialect) }
    var childShapes: ChildShapes { ChildShapes(dialect: dialect) }

    /// - Parameters:
    ///   - history: rows of each child that lie before `now`.
    ///   - seed: the same seed and time make the same family.
    package init(
        dialect: DemoDialect, history: Int, tokenLifetime: Duration = .seconds(86_400), seed: UInt64, now: Timestamp
    ) {
        var generator = SeededGenerator(seed: seed)
        family = SimulatedFamily(history: history, now: now, using: &generator)
        // By a generator of its own: the books of a seed stay what they are.
        var household = SeededGenerator(seed: ~seed)
        let parents = family.people.filter { $0.role == .parent }
        self.household = SimulatedHousehold(of: family.children, parents: parents, now: now, using: &household)
        tokens = TokenBook(lifetime: tokenLifetime, dialect: dialect)
        self.dialect = dialect
        self.generator = generator
    }

    mutating func nextID() -> String { generator.nextID() }

    /// Writes a row, and says who is told.
    package mutating func record(
        _ draft: SimulatedDraft, by person: String, now: Timestamp
    ) throws(SimulatedRefusal) -> (row: SimulatedTransaction, announcements: [Announcement]) {
        // The real server takes every amount and text; the designs want them checked.
        if dialect == .spec {
            guard Decimal.zero < draft.amount else { throw .invalidAmount }
            guard !draft.description.isEmpty else { throw .invalidDescription }
        }
        let row = try family.add(draft, by: person, id: generator.nextID(), now: now)
        household.take(row, id: generator.nextID())
        return (row, announce(row))
    }

    /// Pays a weekly allowance. The real server does that in another process, which tells nobody.
    package mutating func payAllowance(
        _ child: String, now: Timestamp
    ) throws(SimulatedRefusal) -> (row: SimulatedTransaction, announcements: [Announcement]) {
        let row = try family.payAllowance(child, id: generator.nextID(), now: now)
        return (row, dialect == .real ? [] : announce(row))
    }

    private mutating func announce(_ row: SimulatedTransaction) -> [Announcement] {
        guard let child = family.child(row.child) else { return [] }
        let subject = SimulatedNotice.Subject(kind: "Transaction", id: row.id)
        let told = tell(child.person, .row(row), about: subject, now: row.createdAt)
        return dialect == .spec ? shapes.announcements(of: row) : told
    }

    /// Keeps a notice for a person, and says what the hub tells of it: the designs' hub nothing.
    mutating func tell(
        _ person: String, _ words: SimulatedNotice.Words, about subject: SimulatedNotice.Subject? = nil, now: Timestamp
    ) -> [Announcement] {
        let notice = SimulatedNotice(id: nextID(), person: person, words: words, createdAt: now, subject: subject)
        household.keep(notice)
        return dialect == .spec
            ? [] : shapes.announcements(of: notice, unread: household.unread(by: person))
    }
}

/// Whose ways the simulated server follows.
package enum DemoDialect: String, Sendable, CaseIterable {
    /// The published designs: a talkative hub at `/hubs/family` that tells the whole family.
    case spec
    /// The public backend: a hub at `/hubs/notifications` that tells parents nothing about money.
    case real

    var hubPath: String { self == .spec ? "/hubs/family" : "/hubs/notifications" }
}
