import JSON
import Observability
import SQLite
import Store
import TestSupport
import Testing
import Values

@testable import Control

@Suite("Questions to the installation")
struct ControlAPITests {
    private func withAPI(_ body: (Store, ControlAPI) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try await Store.open(in: folder.path, logger: .silent)
        try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example:443")
            for (number, name) in ["Alice", "Bruno", "Alice"].enumerated() {
                try transaction.upsert(
                    ChildRow(
                        server: server.id, id: ChildRow.ID(rawValue: "child-\(number)"), firstName: name,
                        lastName: "J\(number)", balance: Decimal("12.5") ?? .zero, seenAt: Timestamp(seconds: 0)))
            }
        }
        try await body(store, ControlAPI(store: store) { .value(["target": .string($0)]) })
        await store.close()
    }

    private func value(_ answer: ControlAnswer) throws -> JSONValue {
        guard case .value(let value) = answer else {
            throw DescribedFailure(text: "\(answer)")
        }
        return value
    }

    struct DescribedFailure: Error { let text: String }

    @Test("an empty store's books balance, and nobody runs")
    func status() async throws {
        try await withAPI { _, api in
            let status = try value(await api.answer(ControlRequest(.get, ["status"])))
            #expect(status["running"] == false && status["balanced"] == true)
            #expect(status["counts"]?["children"] == 3 && status["counts"]?["deliveries"] == 0)
        }
    }

    private static let spoil = PlainUpdate("test.spoil", "UPDATE txn SET amount = 'much'")

    @Test("a delivery that cannot be read is listed and explained with what is left of it, and takes orders")
    func unreadable() async throws {
        try await withAPI { store, api in
            try await store.writeAlerts { transaction in
                let child = try #require(try transaction.children().first)
                let row = TransactionRow(
                    server: child.server, id: .init(rawValue: "t1"), child: child.id, amount: .zero, kind: .credit,
                    category: "Gift", description: "Kite", balanceAfter: .zero, createdAt: Timestamp(seconds: 0),
                    position: 1, firstSeenAt: Timestamp(seconds: 0), source: .scan, isLate: false)
                _ = try transaction.insert(row)
                let change = FactChange(
                    kind: .transactionAdded(row), child: child, origin: "https://one.example", isLate: false,
                    at: Timestamp(seconds: 0))
                let alert = PlannedAlert(
                    key: .init(rawValue: "new|t1"), event: .transaction, deliveries: [PlannedDelivery(target: "chat")])
                _ = try transaction.insert(alert, for: change)
                try transaction.run(Self.spoil)
                return ((), [])
            }
            let schema = try JSONValue(parsing: TextFile.read("\(RealParts.packageFolder)/docs/json.schema.json"))
            let list = try value(await api.answer(ControlRequest(.get, ["deliveries"])))
            let listed = try #require(list[0])
            #expect(try JSONSchema(schema, definition: "delivery").mistakes(in: listed) == [])
            #expect(listed["number"] == 1 && listed["target"] == "chat" && listed["state"] == "queued")
            #expect(listed["amount"] == .null)
            guard case .string(let detail)? = listed["detail"] else { throw DescribedFailure(text: "no detail") }
            #expect(detail.contains("table txn, column 36 'amount': not a decimal number"))
            let history = try value(await api.answer(ControlRequest(.get, ["deliveries", "1"])))
            #expect(try JSONSchema(schema, definition: "history").mistakes(in: history) == [])
            for order in ["retry", "discard"] {
                let request = ControlRequest(.post, ["deliveries", order], body: Secret(#"{"numbers":[1]}"#))
                #expect(try value(await api.answer(request))["done"] == [1])
            }
            let status = try value(await api.answer(ControlRequest(.get, ["status"])))
            #expect(status["balanced"] == true && status["counts"]?["discarded"] == 1)
            let rows = try value(await api.answer(ControlRequest(.get, ["transactions"])))
            #expect(rows == .array([]))
        }
    }

    @Test("children come with exact balances as text")
    func children() async throws {
        try await withAPI { _, api in
            let children = try value(await api.answer(ControlRequest(.get, ["children"])))
            #expect(children[0]?["balance"] == "12.50")
        }
    }

    @Test("a child is found by name or id in any letter case; an unclear name is refused")
    func names() async throws {
        try await withAPI { _, api in
            for name in ["BRUNO", "bruno j1", "child-1"] {
                let answer = await api.answer(ControlRequest(.get, ["transactions"], query: ["child": name]))
                let rows = try value(answer)
                #expect(rows == .array([]), "\(name)")
            }
            for name in ["alice", "nobody"] {
                let answer = await api.answer(ControlRequest(.get, ["transactions"], query: ["child": name]))
                guard case .refused(let refusal) = answer else {
                    Issue.record("\(name) was accepted")
                    continue
                }
                #expect(refusal.kind == .unknown && refusal.message.contains(name))
            }
        }
    }

    @Test(
        "what makes no sense is refused with a reason",
        arguments: [
            (ControlRequest(.get, ["nothing"]), "unknown"), (ControlRequest(.post, ["status"]), "unknown"),
            (ControlRequest(.get, ["transactions"], query: ["limit": "0"]), "malformed"),
            (ControlRequest(.get, ["deliveries"], query: ["state": "lost"]), "malformed"),
            (ControlRequest(.get, ["deliveries", "7"]), "unknown"),
            (ControlRequest(.get, ["deliveries", "x"]), "unknown"),
            (ControlRequest(.post, ["deliveries", "7", "retry"]), "unknown"),
            (ControlRequest(.post, ["deliveries", "7", "eat"]), "unknown"),
        ])
    func refused(request: ControlRequest, kind: String) async throws {
        try await withAPI { _, api in
            guard case .refused(let refusal) = await api.answer(request) else {
                Issue.record("\(request) was answered")
                return
            }
            #expect(refusal.kind.rawValue == kind && !refusal.message.isEmpty)
        }
    }

    @Test("a target's test is handed on")
    func targets() async throws {
        try await withAPI { _, api in
            let answer = try value(await api.answer(ControlRequest(.post, ["targets", "chat", "test"])))
            #expect(answer["target"] == "chat")
        }
    }
}
