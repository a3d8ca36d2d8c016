import SQLite
import Testing
import Values

@testable import Store

/// A login that sees a child, and entries of it.
struct UnsentFixture {
    static let now = OutboxFixture.now
    let outbox: OutboxFixture
    let account: AccountRow

    var store: Store { outbox.store }
    var folder: TestStore { outbox.folder }
    var child: ChildRow { outbox.child }
    var intents: StoredIntents { StoredIntents(store) }

    init(in folder: TestStore? = nil, user: String = "user-1") async throws {
        let outbox = try await OutboxFixture(in: folder)
        account = try await outbox.store.write { [child = outbox.child] transaction in
            let server = try transaction.ensureServer(origin: "https://family.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: Self.now)
            try transaction.setUser(user, role: "Parent", of: account.id, at: Self.now)
            try transaction.link(account, to: child.id)
            return try #require(try transaction.account(account.id))
        }
        self.outbox = outbox
    }

    static func id(_ number: Int) -> IntentRow.ID { .init(rawValue: "0000000\(number)") }

    /// An entry whose id is made of the number.
    func enter(_ number: Int) async throws {
        let content = IntentRow.Content(
            amount: try #require(Decimal("-3.2\(number)")), category: "Toys", description: "Kite\t\n\(number)",
            notes: "“n”")
        let new = NewIntent(id: Self.id(number), account: account, child: child.id, content: content)
        let acceptance = try await intents.accept(new, now: Self.now)
        guard case .accepted = acceptance else { throw StoreError(.unexpected, "\(acceptance)", nextStep: "") }
    }

    /// A chore that was done, with a photo.
    func done(_ number: Int, photo: String) async throws {
        let name = MediaFiles.hash(of: Array(photo.utf8)).rawValue
        let order = RecordOrder(
            .doneChore, record: .init(rawValue: "lawn"), owner: "lawn", payload: #"{"photo":"\#(name)"}"#, title: "Lawn"
        )
        var new = NewIntent(id: Self.id(number), account: account, child: child.id, order: .record(order))
        new.photo = Array(photo.utf8)
        guard case .accepted = try await intents.accept(new, now: Self.now) else {
            throw StoreError(.unexpected, "refused", nextStep: "")
        }
    }

    /// A wish that was to be changed, and that somebody else has changed, too.
    func contest(_ number: Int) async throws {
        let order = RecordOrder(
            .editWish, record: .init(rawValue: "w"), owner: child.id.rawValue, payload: #"{"price":"2.00"}"#,
            base: #"{"price":"1.00"}"#, title: "Kite")
        let id = Self.id(number)
        _ = try await intents.accept(
            NewIntent(id: id, account: account, child: child.id, order: .record(order)), now: Self.now)
        try await store.write { transaction in
            let conflict = NewConflict(
                of: id, "price", base: #""1.00""#, local: #""2.00""#, remote: #""3.00""#, rule: .merge)
            try transaction.keep(conflict, at: Self.now)
            try transaction.park(id, because: ConflictRow.question, at: Self.now, isContested: true)
        }
    }

    func mark(_ number: Int) async throws {
        try #require(try await store.write { try $0.markAttempt(Self.id(number), serverNow: Self.now) } != nil)
    }

    func row(_ number: Int) async throws -> IntentRow? { try await store.read { try $0.intent(Self.id(number)) } }

    /// What a file would carry of the entry, were it written down now.
    func written(_ number: Int) async throws -> ImportedOrder {
        let row = try #require(try await row(number))
        let work = try await store.read { snapshot in try UnsentWork(snapshot) }
        let unsent = try #require(work.orders.first { $0.text("id") == row.id.rawValue })
        return ImportedOrder(
            id: row.id, order: row.order, child: row.child, origin: try #require(unsent.origin),
            acceptedBy: row.acceptedBy, state: row.state, notes: unsent.columns, photo: nil)
    }

    func take(_ order: ImportedOrder) async throws -> ImportedOrder.Outcome {
        try await intents.take(order, now: Self.now)
    }
}
