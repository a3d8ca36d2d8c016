import JSON
import Runtime
import Store
import Testing
import Values

@testable import Control

@Suite("What a name means in an order", .timeLimit(.minutes(1)))
struct OrderNameTests {
    private static let chore = #"{"title":"Dishes"}"#

    private func api(
        _ installation: Installation, child: ChildRow.ID?, _ meant: @escaping @Sendable (EntryTaker.Subject) -> Void
    ) -> ControlAPI {
        struct Nobody: Error {}
        let taker = EntryTaker(
            add: { _, _ in throw Nobody() }, edit: { _, _ in throw Nobody() },
            order: { _, subject in
                meant(subject)
                throw ControlAnswer.Refusal(.malformed, "enough")
            }, resolve: { _ in }, ownChild: { $0 == "alice" ? child : nil }, take: { _ in throw Nobody() })
        return ControlAPI(store: installation.store, entries: taker) { _ in .text("") }
    }

    private func order(_ deed: RecordOrder.Deed, _ name: String, by account: String?) -> ControlRequest {
        var draft = OrderDraft(id: "00000001", deed)
        (draft.record, draft.account) = (name, account)
        return ControlRequest(.post, ["orders"], body: draft.json)
    }

    @Test("of two chores of one name a child's login means its own; nobody else's is guessed")
    func own() async throws {
        try await Installation.with { installation async throws in
            for (id, child) in zip(["c1", "c2"], installation.children) {
                let row = RecordRow(
                    server: child.server, kind: .chore, id: .init(rawValue: id), child: child.id, rank: 1,
                    content: Self.chore, at: Installation.moment)
                try await installation.store.write { _ = try $0.take(row) }
            }
            let meant = Lock([String]())
            let api = api(installation, child: installation.children[0].id) { subject in
                meant.withLock { $0.append(subject.record?.id.rawValue ?? "") }
            }
            let own = try await api.refusal(order(.doneChore, "dishes", by: "alice"))
            #expect(own.message == "enough" && meant.withLock { $0 } == ["c1"])
            for account in [nil, "mum"] {
                let refusal = try await api.refusal(order(.doneChore, "dishes", by: account))
                #expect(refusal.message == "'dishes' is more than one chore", "\(refusal)")
            }
        }
    }

    @Test("what waits to be made is named with what can be done meanwhile")
    func waiting() async throws {
        try await Installation.with { installation async throws in
            let account = try await installation.login()
            let wish = RecordOrder(.addWish, owner: "id-Alice", payload: #"{"name":"Kite"}"#, title: "Kite")
            let new = NewIntent(
                id: .init(rawValue: "abcdef0123456789"), account: account, child: installation.children[0].id,
                order: .record(wish))
            let intents = StoredIntents(installation.store)
            _ = try await intents.accept(new, now: Installation.moment)
            let api = api(installation, child: nil) { _ in }
            let refusal = try await api.refusal(order(.buyWish, "kite", by: nil))
            #expect(refusal.message == "the wish 'kite' is not on the server yet, and waits to be made")
            #expect(refusal.hint?.contains("pending edit abcdef01") == true)
            let longer = RecordRow(
                server: account.server, kind: .wish, id: .init(rawValue: "w1"), child: installation.children[0].id,
                rank: 1, content: #"{"name":"Kite with a tail"}"#, at: Installation.moment)
            try await installation.store.write { _ = try $0.take(longer) }
            let again = try await api.refusal(order(.buyWish, "kite", by: nil))
            #expect(again.message == refusal.message, "one that only begins so is not bought in its place")
            let other = try await api.refusal(order(.buyWish, "boat", by: nil))
            #expect(other.message == "there is no wish 'boat'")
            _ = try await intents.discard(new.id, now: Installation.moment)
            #expect(try await api.refusal(order(.buyWish, "kite", by: nil)).message == "enough")
        }
    }

    @Test(
        "what was approved or rejected before is said to be so, and not looked for in vain",
        arguments: ["approved", "rejected"])
    func reviewed(_ state: String) async throws {
        try await Installation.with { installation async throws in
            let child = installation.children[0]
            func take(_ id: String, _ state: String) async throws {
                let content = #"{"title":"Wash the car","state":"\#(state)"}"#
                let row = RecordRow(
                    server: child.server, kind: .completion, id: .init(rawValue: id), child: child.id, rank: 1,
                    content: content, at: Installation.moment)
                try await installation.store.write { _ = try $0.take(row) }
            }
            try await take("c1", state)
            let api = api(installation, child: nil) { _ in }
            let refusal = try await api.refusal(order(.approveChore, "wash the car", by: nil))
            #expect(refusal.message == "'wash the car' was \(state) before, and none of it waits for a parent")
            #expect(refusal.hint?.contains("pocketbell chores history") == true)
            try await take("c2", "pendingApproval")
            for name in ["wash the car", "wash"] {
                #expect(try await api.refusal(order(.approveChore, name, by: nil)).message == "enough")
            }
            let short = try await api.refusal(order(.approveChore, "was", by: nil))
            #expect(short.message == "no chore 'was' waits for a parent")
        }
    }

    @Test("a report that would begin tomorrow or later is refused; one of today is none")
    func future() async throws {
        try await Installation.with { installation async throws in
            let api = ControlAPI(store: installation.store) { _ in .text("") }
            let now = WallClock.system.now
            func request(_ days: Int) -> ControlRequest {
                let from = now.advanced(by: .seconds(86_400 * days))
                return ControlRequest(.get, ["reports", "balance"], query: ["since": "\(from)"])
            }
            #expect(try await api.refusal(request(2)).hint == "give an earlier --from")
            _ = try await api.value(request(-1))
        }
    }
}
