import Observability
import Store
import TestSupport
import Testing
import Values

@testable import Control
@testable import Daemon

/// A chore is decided once: whatever else is clicked or typed while that is on its way.
@Suite("Contradictory orders")
struct ContestedOrderTests {
    private let store: Store
    private let child: ChildRow
    private let desk: EntryDesk
    private let family: MumAndAlice

    init() async throws {
        family = try await MumAndAlice()
        (store, child) = (family.store, family.child)
        try await store.write { [server = family.child.server, child = family.child.id] transaction in
            for (rank, id) in ["c-1", "c-2"].enumerated() {
                try transaction.take(
                    RecordRow(
                        server: server, kind: .completion, id: .init(rawValue: id), child: child, rank: rank + 1,
                        content: #"{"name":"Lawn","reward":"2.50","state":"pendingApproval","chore":"ch1"}"#,
                        at: MumAndAlice.now))
            }
        }
        desk = EntryDesk(store, commands: ProgramCommands(isService: false, namedFile: nil)) {
            ["mum"]
        } person: { _ in
            OrderLogin.Person(user: "user-1", child: nil)
        }
    }

    private func order(_ deed: RecordOrder.Deed, _ id: String, about record: String = "c-1") async throws -> IntentRow {
        let id = String(repeating: id, count: 32)
        let (server, key) = (child.server, RecordRow.ID(rawValue: record))
        let row = try await store.read { try $0.record(key, .completion, on: server) }
        return try await desk.entries.order(
            OrderDraft(id: id, deed), EntryTaker.Subject(child: child, record: row))
    }

    private func intents() async throws -> [IntentRow] { try await store.read { try $0.newestIntents(limit: 10) } }

    @Test("the same again is the one that is open, the opposite is refused, and another chore is none of it")
    func once() async throws {
        let first = try await order(.approveChore, "a")
        #expect(try await order(.approveChore, "b") == first)
        #expect(try await order(.approveChore, "a") == first)
        await #expect {
            _ = try await order(.rejectChore, "c")
        } throws: { error in
            let refusal = error as? ControlAnswer.Refusal
            return refusal?.kind == .conflict && refusal?.hint == "see it: pocketbell pending show aaaaaaaa"
                && refusal?.message
                    == "an order to approve this chore is on its way to the family server already (aaaaaaaa)"
        }
        #expect(try await intents() == [first])
        #expect(try await order(.rejectChore, "d", about: "c-2").order.record?.deed == .rejectChore)
        #expect(try await intents().count == 2)
        await store.close()
    }

    @Test("two at the same moment are one")
    func together() async throws {
        let orders: [(RecordOrder.Deed, String)] = [(.approveChore, "a"), (.rejectChore, "b"), (.approveChore, "c")]
        await withTaskGroup(of: Void.self) { group in
            for (deed, id) in orders {
                group.addTask { _ = try? await order(deed, id) }
            }
        }
        #expect(try await intents().count == 1)
        await store.close()
    }

    @Test("what was given up can be decided anew")
    func anew() async throws {
        let first = try await order(.approveChore, "a")
        #expect(try await StoredIntents(store).discard(first.id, now: MumAndAlice.now).isDone)
        #expect(try await order(.rejectChore, "b").order.record?.deed == .rejectChore)
        await store.close()
    }
}
