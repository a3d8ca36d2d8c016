import SQLite
import Testing
import Values

@testable import Store

/// The photo of an order: kept with it in one commit, and as long as anybody may need it.
@Suite("Photos of orders")
struct PhotoOrderTests {
    private static let now = Timestamp(seconds: 1_700_000_200)
    private let folder: TestStore
    private let store: Store
    private let account: AccountRow
    private let child: ChildRow

    init() async throws {
        folder = try TestStore()
        (store, account, child) = try await folder.openWithFamily(login: "alice", role: "Child", at: Self.now)
    }

    private var media: MediaStore { MediaStore(store) }

    @discardableResult
    private func give(_ id: String, photo: String = "a photo") async throws -> NewIntent.Acceptance {
        let order = RecordOrder(
            .doneChore, record: RecordRow.ID(rawValue: "lawn"), owner: "lawn", payload: #"{"photo":"x"}"#, title: "Lawn"
        )
        var new = NewIntent(id: IntentRow.ID(rawValue: id), account: account, child: child.id, order: .record(order))
        new.photo = Array(photo.utf8)
        return try await StoredIntents(store).accept(new, now: Self.now)
    }

    private func kept(_ id: String, after days: Int = 0) async throws -> MediaClass? {
        try await media.tidy(now: Self.now.advanced(by: .seconds(days * 86_400 + 1)))
        return try await store.read { [account] in try $0.first(MediaRow.bySource, account.server, id)?.class }
    }

    private func text(_ id: String) async throws -> String? {
        try await media.bytes(from: id, of: account.server, now: Self.now).map { String(decoding: $0, as: UTF8.self) }
    }

    private func end(_ id: String, _ state: String) async throws {
        // As every statement that ends one does.
        try RawDatabase(folder.file).execute(
            "UPDATE intent SET state = '\(state)', fact = 'f-\(id)', settled_at = \(Self.now.microseconds) WHERE id = '\(id)'"
        )
    }

    @Test("is there when the order is, also after a crash, and once for each order")
    func accepted() async throws {
        try await give("a")
        try await give("a", photo: "another")
        #expect(try await text("a") == "a photo")
        await store.close()
        let reopened = try await folder.open()
        #expect(try await MediaStore(reopened).bytes(from: "a", of: account.server, now: Self.now) != nil)
        await reopened.close()
    }

    @Test("of an order that is not taken leaves no row behind")
    func refused() async throws {
        try await store.write { [account] in try $0.setUser("user-2", role: "Child", of: account.id, at: Self.now) }
        #expect(try await give("a") == .changed)
        #expect(try await media.usage()[.unsent] == MediaUsage())
        await store.close()
    }

    @Test("stays unsent for any time while the order waits or is parked, whatever is cleared")
    func waiting() async throws {
        try await give("a")
        #expect(try await kept("a", after: 1_000) == .unsent)
        try await store.write { try $0.park(IntentRow.ID(rawValue: "a"), because: "no", at: Self.now) }
        try await media.clear(Set(MediaClass.allCases), now: Self.now)
        #expect(try await kept("a", after: 1_000) == .unsent)
        #expect(try await text("a") == "a photo")
        await store.close()
    }

    @Test(
        "is kept for a week after the order's end, whatever ended it",
        arguments: ["confirmed", "superseded", "discarded"])
    func ended(state: String) async throws {
        try await give("a")
        try await give("b", photo: "of another")
        await store.close()
        try await end("a", state)
        let reopened = try await folder.open()
        let media = MediaStore(reopened)
        func left(_ days: Int) async throws -> [String] {
            try await media.tidy(now: Self.now.advanced(by: .seconds(days * 86_400)))
            return try await reopened.read { try $0.all(MediaRow.all) }.map { "\($0.source) \($0.class)" }.sorted()
        }
        #expect(try await left(7) == ["a sent", "b unsent"])
        #expect(try await left(8) == ["b unsent"])
        await reopened.close()
    }
}
