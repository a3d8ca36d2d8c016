import JSON
import Store
import Testing
import Values

@testable import Control

@Suite("Lists of what is known", .timeLimit(.minutes(1)))
struct ControlListTests {
    private func api(_ installation: Installation) -> ControlAPI {
        ControlAPI(store: installation.store) { _ in .text("") }
    }

    @Test("a list has 20 rows unless a limit says otherwise", arguments: ["transactions", "deliveries"])
    func defaultLimit(_ list: String) async throws {
        try await Installation.with { installation async throws in
            for number in 1...21 { try await installation.alert(number, to: "chat") }
            let api = api(installation)
            #expect(try await api.value(ControlRequest(.get, [list])).elements.count == 20)
            for (limit, count) in [("1", 1), ("21", 21), ("10000", 21)] {
                let rows = try await api.value(ControlRequest(.get, [list], query: ["limit": limit]))
                #expect(rows.elements.count == count, "\(limit)")
            }
        }
    }

    @Test(
        "a limit is a number from 1 to 10000",
        arguments: ["0", "-1", "10001", "9223372036854775808", "", "x", "1.5", " 1", "1e1"])
    func limits(_ limit: String) async throws {
        try await Installation.with { installation async throws in
            for list in ["transactions", "deliveries"] {
                let request = ControlRequest(.get, [list], query: ["limit": limit])
                #expect(
                    try await api(installation).refusal(request)
                        == .init(.malformed, "a limit is a number from 1 to 10000"))
            }
        }
    }

    @Test("a wrong limit is told also where the child is unknown, and a child only where the limit is right")
    func limitFirst() async throws {
        try await Installation.with { installation async throws in
            let request = ControlRequest(.get, ["transactions"], query: ["limit": "0", "child": "nobody"])
            #expect(try await api(installation).refusal(request).kind == .malformed)
        }
    }

    @Test("transactions come newest first, of all children or of one, as many as asked for")
    func transactions() async throws {
        try await Installation.with { installation async throws in
            try await installation.add(1...2, of: installation.children[0])
            try await installation.add(3...4, of: installation.children[1])
            let api = api(installation)
            #expect(
                try await api.value(ControlRequest(.get, ["transactions"])).texts("id") == ["t4", "t3", "t2", "t1"])
            let alice = ControlRequest(.get, ["transactions"], query: ["child": "alice"])
            #expect(try await api.value(alice).texts("id") == ["t2", "t1"])
            let one = ControlRequest(.get, ["transactions"], query: ["child": "ID-BRUNO", "limit": "1"])
            #expect(try await api.value(one).names == ["Bruno"])
        }
    }

    @Test(
        "a command looks for words, kind and category as the page does",
        arguments: [
            (["search": "KITE 3"], ["t3"]), (["search": "gift"], ["t4", "t3", "t2", "t1"]), (["search": "nothing"], []),
            (["kind": "debit"], []), (["kind": "credit", "child": "bruno"], ["t4", "t3"]),
            (["category": "gift", "limit": "1"], ["t4"]), (["category": "gif"], []),
        ])
    func search(_ query: [String: String], _ found: [String]) async throws {
        try await Installation.with { installation async throws in
            try await installation.add(1...2, of: installation.children[0])
            try await installation.add(3...4, of: installation.children[1])
            let api = api(installation)
            #expect(try await api.value(ControlRequest(.get, ["transactions"], query: query)).texts("id") == found)
            let page = try await api.value(ControlRequest(.get, ["transactions", "page"], query: query))
            #expect(page["rows"]?.texts("id") == found)
        }
    }

    @Test(
        "what cannot be looked for is said",
        arguments: [("kind", "debt"), ("before", "x"), ("search", String(repeating: "a", count: 201))])
    func malformed(_ name: String, _ text: String) async throws {
        try await Installation.with { installation async throws in
            let request = ControlRequest(.get, ["transactions", "page"], query: [name: text])
            #expect(try await api(installation).refusal(request).kind == .malformed)
        }
    }

    @Test("a row says everything that `transactions --json` promises; what is not known is null")
    func row() async throws {
        try await Installation.with { installation async throws in
            try await installation.add(1...2, of: installation.children[0])
            let rows = try await api(installation).value(ControlRequest(.get, ["transactions"]))
            let expected: JSONValue = [
                "id": "t2", "state": "synced", "child": ["id": "id-alice", "name": "Alice Reed", "firstName": "Alice"],
                "amount": "1.50",
                "currency": "USD", "category": "Gift", "description": "Kite 2", "balance": "10.00",
                "at": "2026-03-14T15:09:28Z", "by": "Pat", "source": "scan", "late": true, "intent": nil,
            ]
            #expect(rows[0] == expected)
            #expect(rows[1]?["by"] == .null && rows[1]?["late"] == false)
        }
    }

    @Test("a child answers to first name, full name and id, and to nothing in between")
    func childNames() async throws {
        try await Installation.with { installation async throws in
            let api = api(installation)
            let known = "known: Alice, Bruno"
            for (name, hint) in [
                ("Reed", known), ("Alice  Reed", known), ("Alcie", "did you mean 'Alice'?"), ("", known),
                ("Alice Reed ", known),
            ] {
                let request = ControlRequest(.get, ["transactions"], query: ["child": name])
                #expect(
                    try await api.refusal(request)
                        == .init(.unknown, "there is no child '\(name)'", hint: hint), "\(name)")
            }
        }
    }

    @Test("two children of one name are told apart by their ids")
    func sameName() async throws {
        try await Installation.with { installation async throws in
            let first = installation.children[0]
            let second = ChildRow(
                server: first.server, id: .init(rawValue: "id-2"), firstName: "ALICE", lastName: "Reed", balance: .zero,
                seenAt: Installation.moment)
            try await installation.store.write { try $0.upsert(second) }
            try await installation.add(1...1, of: second)
            let api = api(installation)
            for name in ["alice", "alice reed"] {
                let request = ControlRequest(.get, ["transactions"], query: ["child": name])
                #expect(
                    try await api.refusal(request)
                        == .init(
                            .unknown, "'\(name)' is more than one child", hint: "use the id: pocketbell children --ids")
                )
            }
            let byID = ControlRequest(.get, ["transactions"], query: ["child": "id-2"])
            #expect(try await api.value(byID).names == ["ALICE"])
        }
    }

    @Test("deliveries are filtered by target and by state, in the words of both lists and JSON")
    func deliveries() async throws {
        try await Installation.with { installation async throws in
            for number in 1...3 { try await installation.alert(number, to: "chat", "house") }
            try await installation.begin(1)
            try await installation.finish(1, .inDoubt(retryAt: Installation.moment))
            try await installation.begin(2)
            try await installation.finish(2, .dead, reason: .rejected)
            let api = api(installation)
            func numbers(_ query: [String: String]) async throws -> [JSONValue?] {
                try await api.value(ControlRequest(.get, ["deliveries"], query: query)).elements.map { $0["number"] }
            }
            #expect(try await numbers(["state": "in-doubt"]) == [1])
            #expect(try await numbers(["state": "inDoubt"]) == [1])
            #expect(try await numbers(["state": "dead"]) == [2])
            #expect(try await numbers(["state": "dead", "target": "chat"]) == [])
            #expect(try await numbers(["target": "house"]) == [6, 4, 2])
            #expect(try await numbers(["state": "dead,in-doubt"]) == [2, 1])
            #expect(try await numbers(["state": "queued", "limit": "2"]) == [6, 5])
        }
    }

    @Test("what its target took is listed by how much of it is proven, newest first and as many as asked for")
    func proofs() async throws {
        try await Installation.with { installation async throws in
            for number in 1...3 { try await installation.alert(number, to: "chat", "screen") }
            for number in [1, 2, 3, 4, 5] as [Int64] {
                try await installation.begin(number)
                try await installation.finish(number, .delivered)
            }
            try await Sightings(installation.store).mark(
                [.init(rawValue: "new|t2")], by: "screen", at: Installation.moment, counts: Sightings.everybody)
            let installed = Installed(targets: [
                Installed.Target(name: "chat", kind: "slack"),
                Installed.Target(name: "screen", kind: "desktop", taken: .delivered),
            ])
            let api = ControlAPI(store: installation.store, installed: { installed }) { _ in .text("") }
            func numbers(_ query: [String: String]) async throws -> [JSONValue?] {
                try await api.value(ControlRequest(.get, ["deliveries"], query: query)).elements.map { $0["number"] }
            }
            #expect(try await numbers(["state": "accepted"]) == [5, 3, 1])
            #expect(try await numbers(["state": "accepted", "limit": "2"]) == [5, 3])
            #expect(try await numbers(["state": "seen"]) == [4])
            #expect(try await numbers(["state": "seen", "target": "chat"]) == [])
            #expect(try await numbers(["state": "seen,queued"]) == [6, 4])
            #expect(try await numbers(["state": "delivered"]) == [5, 4, 3, 2, 1])
            #expect(try await numbers(["state": "delivered,seen"]) == [5, 4, 3, 2, 1])
            // An order is about states alone: without one it would be about everything.
            let order = ControlRequest(.get, ["deliveries", "count"], query: ["state": "seen"])
            #expect(try await api.refusal(order).kind == .malformed)
        }
    }

    @Test(
        "a state that there is not is refused, with what was probably meant or all that there are",
        arguments: [
            ("lost", nil), ("", nil), ("Queued", "queued"), ("indoubt", "in-doubt"), ("dead,", nil),
            ("dead,deliverd", "delivered"),
        ])
    func states(_ state: String, _ near: String?) async throws {
        try await Installation.with { installation async throws in
            let request = ControlRequest(.get, ["deliveries"], query: ["state": state])
            #expect(
                try await api(installation).refusal(request)
                    == .init(
                        .malformed,
                        "there is no state '\(state.hasPrefix("dead,") ? String(state.dropFirst(5)) : state)'",
                        hint: near.map { "did you mean '\($0)'?" }
                            ?? "known: queued, attempting, in-doubt, delivered, skipped, dead, discarded"))
        }
    }

    @Test("a delivery says everything that `deliveries --json` promises, with the amount's sign")
    func delivery() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(2, to: "chat", kind: .debit)
            let listed = try await api(installation).value(ControlRequest(.get, ["deliveries"]))
            let moment = "2026-03-14T15:09:26Z"
            let expected: JSONValue = [
                "number": 1, "target": "chat", "state": "queued", "proof": nil, "seen": nil, "reminder": nil,
                "alert": "new|t2", "event": "transaction",
                "at": "2026-03-14T15:09:28Z", "child": ["id": "id-alice", "name": "Alice Reed", "firstName": "Alice"],
                "amount": "-1.50", "balance": "10.00", "threshold": nil, "currency": "USD", "description": "Kite 2",
                "details": nil, "notice": nil, "attempts": 0, "dueAt": .string(moment), "late": true, "repeat": false,
                "reason": nil, "detail": nil,
                "createdAt": .string(moment), "updatedAt": .string(moment),
            ]
            #expect(listed == .array([expected]))
        }
    }

    @Test("a history has each attempt, also the one that is under way")
    func history() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "chat")
            try await installation.begin(1)
            try await installation.finish(1, .inDoubt(retryAt: Installation.moment), reason: .timedOut)
            try await installation.begin(1)
            let history = try await api(installation).value(ControlRequest(.get, ["deliveries", "1"]))
            #expect(history["delivery"]?["state"] == "attempting" && history["delivery"]?["repeat"] == true)
            let attempts = try #require(history["attempts"]).elements
            let first: JSONValue = [
                "number": 1, "startedAt": "2026-03-14T15:09:26Z", "finishedAt": "2026-03-14T15:09:27Z",
                "outcome": "inDoubt", "proof": nil, "reason": "timedOut", "detail": "it said: no",
            ]
            let second: JSONValue = [
                "number": 2, "startedAt": "2026-03-14T15:09:26Z", "finishedAt": nil, "outcome": nil, "proof": nil,
                "reason": nil, "detail": nil,
            ]
            #expect(attempts == [first, second])
        }
    }

    // MARK: Periods, targets and kinds

    @Test("a list of a time has what lies in it: its beginning and not its end")
    func periods() async throws {
        try await Installation.with { installation async throws in
            for number in 1...4 { try await installation.alert(number, to: "chat") }
            let api = api(installation)
            // The rows are made at 15:09:27 and so on; the deliveries are all caused at 15:09:26.
            let query = ["since": "2026-03-14T15:09:28Z", "until": "2026-03-14T15:09:30Z"]
            #expect(
                try await api.value(ControlRequest(.get, ["transactions"], query: query)).texts("id") == ["t3", "t2"])
            #expect(try await api.value(ControlRequest(.get, ["deliveries"], query: query)).elements == [])
            let early = ["until": "2026-03-14T15:09:27Z", "child": "alice"]
            #expect(try await api.value(ControlRequest(.get, ["deliveries"], query: early)).elements.count == 4)
            let none = ["since": "2026-03-14T15:09:27Z", "child": "alice"]
            #expect(try await api.value(ControlRequest(.get, ["deliveries"], query: none)).elements.count == 0)
        }
    }

    @Test(
        "a time that is none, and one that ends before it begins, are refused",
        arguments: [
            (["since": "yesterday"], "'since' is a moment such as 2026-11-20T10:00:00Z"),
            (["until": ""], "'until' is a moment such as 2026-11-20T10:00:00Z"),
            (["since": "2026-03-14T00:00:00Z", "until": "2026-03-14T00:00:00Z"], "the time ends before it begins"),
        ])
    func badPeriods(_ query: [String: String], _ message: String) async throws {
        try await Installation.with { installation async throws in
            for list in ["transactions", "deliveries"] {
                let request = ControlRequest(.get, [list], query: query)
                let refusal = try await api(installation).refusal(request)
                #expect(refusal.kind == .malformed && refusal.message == message)
                #expect((refusal.hint == "give an earlier --from, or a later --to") == (query.count == 2))
            }
        }
    }

    @Test("a target is known that is configured or once had a delivery; another name is a slip of the pen")
    func targets() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "old")
            let configured = Installed(targets: [.init(name: "chat", kind: "webhook")])
            let api = ControlAPI(store: installation.store, installed: { configured }) { _ in .text("") }
            for (name, count) in [("chat", 0), ("old", 1)] {
                let request = ControlRequest(.get, ["deliveries"], query: ["target": name])
                #expect(try await api.value(request).elements.count == count)
            }
            for (name, hint) in [("chta", "did you mean 'chat'?"), ("house", "known: chat, old")] {
                let request = ControlRequest(.get, ["deliveries"], query: ["target": name])
                #expect(try await api.refusal(request) == .init(.unknown, "there is no target '\(name)'", hint: hint))
            }
        }
    }

    @Test("what left has a minus, in both lists alike")
    func sign() async throws {
        try await Installation.with { installation async throws in
            try await installation.alert(1, to: "chat", kind: .debit)
            for list in ["transactions", "deliveries"] {
                #expect(try await api(installation).value(ControlRequest(.get, [list])).texts("amount") == ["-1.50"])
            }
        }
    }

    @Test("a balance that fell too low says to what and below what, and the movement that caused it")
    func lowBalance() async throws {
        try await Installation.with { installation async throws in
            try await installation.lowBalance(1, to: "chat")
            let api = ControlAPI(
                store: installation.store, installed: { Installed(currency: Currency(code: "EUR") ?? .dollar) }
            ) { _ in .text("") }
            let row = try #require(try await api.value(ControlRequest(.get, ["deliveries"]))[0])
            #expect(row["event"] == "balanceLow" && row["balance"] == "3.00" && row["threshold"] == "5.00")
            #expect(row["amount"] == "-1.50" && row["currency"] == "EUR" && row["at"] == "2026-03-14T15:09:26Z")
        }
    }

    @Test("no moment has a fraction: jq's fromdateiso8601 takes none")
    func wholeSeconds() {
        #expect(JSONValue.moment(Timestamp(seconds: 1_773_500_966, nanoseconds: 999_999_999)) == "2026-03-14T15:09:26Z")
        #expect(JSONValue.moment(nil) == .null)
    }

    @Test(
        "words are spelled as names in JSON are",
        arguments: [("in-doubt", "inDoubt"), ("dead", "dead"), ("a-b-c", "aBC")])
    func words(_ word: String, _ name: String) {
        #expect(JSONValue.word(word) == .string(name))
        #expect(JSONValue.word(name) == .string(name))
    }
}

extension JSONValue {
    /// The first names of the children that rows are about.
    fileprivate var names: [String] {
        elements.compactMap { if case .string(let name)? = $0["child"]?["firstName"] { name } else { nil } }
    }
}
