import JSON
import Runtime
import Store
import Testing
import Values

@testable import Control

@Suite("Records that are asked for", .timeLimit(.minutes(1)))
struct ControlRecordTests {
    private func api(_ installation: Installation) -> ControlAPI {
        ControlAPI(store: installation.store) { _ in .text("") }
    }

    private func add(
        _ id: String, _ kind: RecordRow.Kind, of child: ChildRow?, rank: Int = 1, _ content: JSONValue = [:],
        to installation: Installation
    ) async throws {
        let row = RecordRow(
            server: installation.children[0].server, kind: kind, id: .init(rawValue: id), child: child?.id, rank: rank,
            content: content.description, at: Installation.moment)
        try await installation.store.write { _ = try $0.take(row) }
    }

    private func note(_ kind: RecordRow.Kind, _ owner: String, _ failure: String? = nil, in installation: Installation)
        async throws
    {
        try await installation.store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let mum = try transaction.ensureAccount(named: "mum", on: server, at: Installation.moment)
            let readAt = failure == nil ? Installation.moment : nil
            try transaction.note(
                RecordListRow(account: mum.id, kind: kind, owner: owner, readAt: readAt, failure: failure))
        }
    }

    private func value(_ kind: String, _ query: [String: String] = [:], of installation: Installation) async throws
        -> JSONValue
    {
        try await api(installation).value(ControlRequest(.get, ["records", kind], query: query))
    }

    @Test("a record is its content between who it is and what has become of it")
    func record() async throws {
        try await Installation.with { installation async throws in
            try await add("g", .goal, of: installation.children[0], ["name": "<b>", "saved": "1.00"], to: installation)
            let row = try #require(try await value("goal", of: installation)["records"]?[0])
            guard case .object(let object) = row else { return #expect(Bool(false)) }
            #expect(
                object.members.map(\.name) == [
                    "id", "child", "name", "saved", "currency", "sync", "intent", "revision", "changedAt",
                ])
            #expect(row["child"]?["name"] == "Alice Reed" && row["name"] == "<b>" && row["revision"] == 1)
        }
    }

    @Test("lists in their server's order come child by child, those by time as one; of one child where that is asked")
    func order() async throws {
        try await Installation.with { installation async throws in
            let (alice, bruno) = (installation.children[0], installation.children[1])
            for (id, child, rank) in [("b1", bruno, 1), ("a2", alice, 2), ("a1", alice, 1), ("b2", bruno, 2)] {
                try await add(id, .goal, of: child, rank: rank, to: installation)
                try await add(id, .completion, of: child, rank: -rank, to: installation)
            }
            try await add("x", .goal, of: nil, rank: 1, to: installation)
            #expect(try await value("goal", of: installation)["records"]?.texts("id") == ["a1", "a2", "b1", "b2", "x"])
            #expect(
                try await value("completion", of: installation)["records"]?.texts("id") == ["a2", "b2", "a1", "b1"])
            let brunos = try await value("goal", ["child": "Bruno"], of: installation)
            #expect(brunos["records"]?.texts("id") == ["b1", "b2"])
            #expect(try await value("goal", ["limit": "1"], of: installation)["records"]?.elements.count == 1)
        }
    }

    @Test("whether an allowance is paused is what was done last; nobody knows before that was read")
    func paused() async throws {
        try await Installation.with { installation async throws in
            let alice = installation.children[0]
            try await add(alice.id.rawValue, .settings, of: alice, to: installation)
            func paused() async throws -> JSONValue? {
                try await value("settings", of: installation)["records"]?[0]?["paused"]
            }
            #expect(try await paused() == .null)
            try await note(.allowanceChange, alice.id.rawValue, "absent", in: installation)
            #expect(try await paused() == .null)
            try await note(.allowanceChange, alice.id.rawValue, in: installation)
            #expect(try await paused() == false)
            for (rank, action, isPaused) in [(-1, "paused", true), (-2, "resumed", false), (-3, "paused", true)] {
                try await add(
                    "c\(rank)", .allowanceChange, of: alice, rank: rank, ["action": .string(action)], to: installation)
                #expect(try await paused() == .bool(isPaused))
            }
            try await add("n", .allowanceChange, of: alice, rank: -9, ["action": "amountChanged"], to: installation)
            let bruno = installation.children[1]
            try await add("b", .allowanceChange, of: bruno, rank: -10, ["action": "resumed"], to: installation)
            #expect(try await paused() == true)
        }
    }

    @Test("how each list was read is told, of one child where that is asked; what was done is as old as the chores too")
    func lists() async throws {
        try await Installation.with { installation async throws in
            let (alice, bruno) = (installation.children[0], installation.children[1])
            try await note(.goal, alice.id.rawValue, in: installation)
            try await note(.goal, bruno.id.rawValue, "sign_in_required", in: installation)
            try await note(.chore, "", in: installation)
            let all = try #require(try await value("goal", of: installation)["lists"])
            #expect(all.elements.count == 2 && all.texts("account") == ["mum", "mum"])
            #expect(all[1]?["failure"] == "signInRequired" && all[1]?["readAt"] == .null)
            let one = try await value("goal", ["child": "Alice"], of: installation)["lists"]
            #expect(one?.elements.count == 1 && one?[0]?["failure"] == .null)
            #expect(try await value("completion", ["child": "Alice"], of: installation)["lists"]?.elements.count == 1)
            #expect(try await value("chore", ["child": "Alice"], of: installation)["lists"]?.elements.count == 1)
        }
    }

    @Test("what there is no kind of is refused, and so is a child that nobody knows")
    func refused() async throws {
        try await Installation.with { installation async throws in
            for kind in ["goals", "", "txn", "../goal"] {
                let request = ControlRequest(.get, ["records", kind])
                #expect(try await api(installation).refusal(request).kind == .unknown)
            }
            let request = ControlRequest(.get, ["records", "goal"], query: ["child": "nobody"])
            #expect(try await api(installation).refusal(request).kind == .unknown)
        }
    }
}
