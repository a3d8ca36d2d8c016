import Observability
import Store
import TestSupport
import Testing
import Values

@testable import Control
@testable import Daemon

/// Where a category is typed, its words are those of the child's own server, as far as it has told them.
@Suite("Categories that a server offers")
struct OfferedCategoryTests {
    private static let now = MumAndAlice.now
    private let store: Store
    private let child: ChildRow
    private let family: MumAndAlice

    init() async throws {
        family = try await MumAndAlice()
        (store, child) = (family.store, family.child)
    }

    private func offer(_ names: [String], for way: String, on origin: String = "https://one.example") async throws {
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: origin)
            for (rank, name) in names.enumerated() {
                try transaction.take(
                    RecordRow(
                        server: server.id, kind: .category, id: .init(rawValue: "\(way)-\(name.lowercased())"),
                        child: nil, rank: rank + 1, content: #"{"category":"\#(name)","way":"\#(way)"}"#, at: Self.now))
            }
        }
    }

    private func add(_ category: String, _ amount: String, _ id: String) async throws -> IntentRow {
        let desk = EntryDesk(store, commands: ProgramCommands(isService: false, namedFile: nil)) {
            ["mum"]
        } person: { _ in
            OrderLogin.Person(user: "user-1", child: nil)
        }
        var draft = EntryDraft(id: id)
        (draft.amount, draft.description, draft.category) = (amount, "Round", category)
        return try await desk.entries.add(draft, child)
    }

    @Test("an entry takes the words of its own server; of a way that it has not told, those that are known")
    func offered() async throws {
        #expect(try await add("gift", "+1.00", "aaaaaaaa").order.content?.category == "Gift")
        try await offer(["Paper"], for: "income")
        try await offer(["Stamps"], for: "spending", on: "https://two.example")
        #expect(try await add("pAPER", "+1.00", "bbbbbbbb").order.content?.category == "Paper")
        #expect(try await add("Snacks", "-1.00", "cccccccc").order.content?.category == "Snacks")
        for (category, amount) in [("Gift", "+1.00"), ("Paper", "-1.00"), ("Stamps", "-1.00")] {
            await #expect(throws: ControlAnswer.Refusal.self, "\(category)") {
                try await add(category, amount, "dddddddd")
            }
        }
        await store.close()
    }
}
