import JSON
import Store
import Testing
import Values

@testable import Control

/// The balance that is shown: the server's, and all that waits, each once at every moment.
@Suite("Money that is pending", .timeLimit(.minutes(1)))
struct PendingMoneyTests {
    private static let now = Installation.moment

    private struct Home {
        let installation: Installation
        var alice: ChildRow { installation.children[0] }
        var store: Store { installation.store }

        func order(
            _ id: String, _ deed: RecordOrder.Deed, about record: String, _ payload: String = "{}"
        ) async throws {
            try await give(
                id,
                .record(
                    RecordOrder(deed, record: .init(rawValue: record), owner: record, payload: payload, title: "x")))
        }

        func give(_ id: String, _ order: IntentRow.Order) async throws {
            let account = try await store.write { [alice] transaction in
                let server = try transaction.ensureServer(origin: "https://one.example")
                let mum = try transaction.ensureAccount(named: "mum", on: server, at: now)
                try transaction.setUser("user-1", role: "Parent", of: mum.id, at: now)
                try transaction.link(mum, to: alice.id)
                return try #require(try transaction.account(mum.id))
            }
            let new = NewIntent(id: .init(rawValue: id), account: account, child: alice.id, order: order)
            guard case .accepted = try await StoredIntents(store).accept(new, now: now) else {
                Issue.record("not taken")
                return
            }
        }

        func record(_ id: String, _ kind: RecordRow.Kind, _ content: String) async throws {
            let row = RecordRow(
                server: alice.server, kind: kind, id: .init(rawValue: id), child: alice.id, rank: 1, content: content,
                at: now)
            try await store.write { _ = try $0.take(row) }
        }

        /// The balance as the server said it at a moment, kept at another.
        func balance(_ text: String, after seconds: Int, keptAfter later: Int = 20) async throws {
            var row = alice
            row.balance = try #require(Decimal(text))
            row.seenAt = now.advanced(by: .seconds(seconds))
            try await store.write { [row] transaction in
                try transaction.upsert(row)
                try transaction.coverIntents(
                    of: row.id, on: row.server, rows: true, askedAt: row.seenAt, now: now.advanced(by: .seconds(later)))
            }
        }

        func shown() async throws -> (pending: JSONValue?, shown: JSONValue?) {
            let api = ControlAPI(store: store) { _ in .text("") }
            let child = try await api.value(ControlRequest(.get, ["children"]))[0]
            return (child?["pending"], child?["shown"])
        }

        func saved(_ goal: String) async throws -> JSONValue? {
            let api = ControlAPI(store: store) { _ in .text("") }
            guard case .array(let rows)? = try await api.value(ControlRequest(.get, ["records", "goal"]))["records"]
            else { return nil }
            return rows.first { $0["id"] == .string(goal) }?["saved"]
        }
    }

    @Test("what goes into a goal leaves the balance, what is taken out or given up comes back, a chore is paid for")
    func sums() async throws {
        try await Installation.with { installation async throws in
            let home = Home(installation: installation)
            try await home.balance("50.00", after: 0)
            try await home.record("bike", .goal, #"{"name":"Bike","saved":"20.00"}"#)
            try await home.record("boat", .goal, #"{"name":"Boat","saved":"7.00"}"#)
            try await home.record("done", .completion, #"{"title":"Lawn","reward":"1.50"}"#)
            try await home.record("dust", .completion, #"{"title":"Dust","reward":"4.00"}"#)
            #expect(try await home.shown() == ("0.00", "50.00"))
            try await home.order("a", .depositGoal, about: "bike", #"{"amount":"5.00"}"#)
            #expect(try await home.shown() == ("-5.00", "45.00"))
            #expect(try await home.saved("bike") == "25.00")
            try await home.order("b", .withdrawGoal, about: "bike", #"{"amount":"2.00","reason":"x"}"#)
            #expect(try await home.shown() == ("-3.00", "47.00"))
            #expect(try await home.saved("bike") == "23.00")
            try await home.order("c", .removeGoal, about: "boat")
            try await home.order("d", .approveChore, about: "done", #"{"state":"approved"}"#)
            try await home.order("e", .rejectChore, about: "dust", #"{"state":"rejected"}"#)
            try await home.order("f", .editGoal, about: "bike", #"{"target":"99.00"}"#)
            let purchase = IntentRow.Content(
                amount: try #require(Decimal("-3.25")), category: "Snacks", description: "Ice", notes: nil)
            try await home.give("g", .transaction(purchase))
            // -5 + 2 + 7 + 1.50 - 3.25
            #expect(try await home.shown() == ("2.25", "52.25"))
            _ = try await StoredIntents(home.store).discard(.init(rawValue: "a"), now: Self.now)
            #expect(try await home.shown() == ("7.25", "57.25"), "what is given up is gone at once")
            #expect(try await home.saved("bike") == "18.00")
        }
    }

    @Test("from the server's answer on the balance decides: one from before lacks it, one from after has it")
    func covered() async throws {
        try await Installation.with { installation async throws in
            let home = Home(installation: installation)
            let id = IntentRow.ID(rawValue: "a")
            try await home.balance("50.00", after: 0)
            try await home.record("bike", .goal, #"{"name":"Bike","saved":"20.00"}"#)
            try await home.order("a", .depositGoal, about: "bike", #"{"amount":"5.00"}"#)
            try await home.store.write { transaction in
                try transaction.know([], before: id)
                let marked = try transaction.markAttempt(id, serverNow: Self.now)
                #expect(marked != nil)
                try transaction.record(.done(nil), of: id, due: Self.now.advanced(by: .seconds(10)))
            }
            #expect(try await home.shown() == ("-5.00", "45.00"))
            try await home.balance("45.00", after: 11)
            #expect(try await home.shown() == ("0.00", "45.00"))
            try await home.balance("50.00", after: 9)
            try await home.store.write { transaction in
                let row = try #require(try transaction.intent(id))
                try transaction.claim(RecordRow.ID(rawValue: "move"), for: row)
                try transaction.confirm(id, at: Self.now.advanced(by: .seconds(12)))
                try transaction.uncover(id)
            }
            #expect(try await home.shown() == ("-5.00", "45.00"), "its movement is there, and not in the balance")
            try await home.balance("50.00", after: 11)
            #expect(try await home.shown() == ("-5.00", "45.00"))
            try await home.balance("45.00", after: 13)
            #expect(try await home.shown() == ("0.00", "45.00"))
            try await home.store.write { try $0.uncover(id) }
            #expect(try await home.shown() == ("-5.00", "40.00"))
            try await home.balance("45.00", after: 11, keptAfter: 11)
            #expect(try await home.shown() == ("0.00", "45.00"), "the clock was set back since it was settled")
        }
    }
}
