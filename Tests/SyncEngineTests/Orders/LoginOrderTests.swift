import AllowanceAPI
import Store
import Testing
import Values

@testable import SyncEngine

@Suite("Orders of several logins")
struct LoginOrderTests {
    @Test("a login's own list says nothing of what another login has ordered", arguments: [false, true])
    func crossed(isChore: Bool) async throws {
        let bench = try TestBench()
        let store = try await bench.open()
        @Sendable func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_700_000_000 + seconds) }
        func account(_ name: String) async throws -> AccountRow {
            try await store.write { transaction in
                let server = try transaction.ensureServer(origin: TestBench.origin)
                let made = try transaction.ensureAccount(named: name, on: server, at: at(0))
                try transaction.setUser("user-" + name, role: "Parent", of: made.id, at: at(0))
                return try #require(try transaction.account(made.id))
            }
        }
        let (mum, stranger) = (try await account("mum"), try await account("stranger"))
        let deed: RecordOrder.Deed = isChore ? .addChore : .readNotifications
        let payload = isChore ? #"{"title":"Dishes","reward":"1.00"}"# : #"{"ids":["n1"]}"#
        let id = IntentRow.ID(rawValue: "0123456789abcdef")
        let order = RecordOrder(
            deed, record: isChore ? nil : RecordRow.ID(rawValue: "n1"), owner: "", payload: payload, title: "x")
        let new = NewIntent(id: id, account: mum, child: nil, order: .record(order))
        _ = try await StoredIntents(store).accept(new, now: at(1))
        try await store.write { transaction in
            try transaction.know([], before: id)
            _ = try #require(try transaction.markAttempt(id, serverNow: at(2)))
            try transaction.record(.done(nil), of: id, due: at(2))
        }
        #expect(try await store.read { try $0.intent(id) }?.state == .acked)
        let content =
            isChore
            ? #"{"title":"Dishes","reward":"1.00","createdAt":"\#(at(3).wholeSeconds)"}"# : #"{"read":false}"#
        let fact = RecordFact(id: "foreign", child: nil, content: content, rank: 1)
        let commit = RecordCommit(
            asked: stranger, key: .init(isChore ? .chore : .notification),
            answer: RecordAnswer(facts: [fact], isWhole: true), startedAt: at(4),
            serverOffset: .zero, now: at(5), telling: .nobody)
        _ = try await store.write { try commit.run(in: $0) }
        let row = try await store.read { try $0.intent(id) }
        #expect(
            row?.state == .acked, "\(String(describing: row?.state)) \(row?.reason ?? "") \(row?.fact?.rawValue ?? "")")
        await store.close()
    }

    @Test("each deed's three spellings of one thing agree")
    func agree() {
        for deed in RecordOrder.Deed.allCases {
            let pair = (deed.effect, deed.form.effect)
            let isSame =
                switch pair {
                case (.creates, .makes), (.updates, .sets), (.deletes, .removes), (.moves, .moves): true
                default: false
                }
            #expect(isSame, "\(deed)")
            if let kind = deed.shownIn { #expect(kind.declaration.list.name == deed.form.list.name, "\(deed)") }
        }
    }
}
