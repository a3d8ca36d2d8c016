import Configuration
import Control
import Daemon
import Observability
import Store
import TestSupport
import Testing
import Values

@testable import Commands

/// Commands without a program, which look into the store themselves.
@Suite("A store with a family in it", .timeLimit(.minutes(1)))
struct StoredFamilyTests {
    /// A configuration of whose state folder the store is made, and closed again.
    private func installation(_ text: String, _ fill: (Store) async throws -> Void) async throws -> (
        TemporaryFolder, Configuration
    ) {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\n" + text, to: "config.yaml")
        let configuration = try Configuration.load(path: file, environment: [:])
        try StateFolder(configuration.state).prepare(for: configuration)
        let store = try await Store.open(in: configuration.state, logger: .silent)
        try await fill(store)
        await store.close()
        return (folder, configuration)
    }

    private static func alice(_ server: ServerRow.ID) -> ChildRow {
        ChildRow(
            server: server, id: .init(rawValue: "a1"), firstName: "Alice", lastName: "Johnson", balance: .zero,
            seenAt: Timestamp(seconds: 0))
    }

    @Test("a rule may name a child by first name, whole name or id; a stranger is warned of")
    func names() async throws {
        let (folder, configuration) = try await installation(
            """
            targets: [{name: chat, kind: desktop}]
            rules: [{name: girls, to: [chat], children: [Alice Johnson, alice, a1, Alice Jonson]}]
            """
        ) { store in
            try await store.write { transaction in
                try transaction.upsert(Self.alice(try transaction.ensureServer(origin: "https://one.example").id))
            }
        }
        defer { withExtendedLifetime(folder) {} }
        let advice = await ConfigurationCheck.strangers(configuration)
        #expect(advice.count == 1)
        #expect(advice.first?.contains("'Alice Jonson'") == true)
        #expect(advice.first?.contains("did you mean 'Alice Johnson'?") == true)
    }

    @Test("doctor names what is wrong as it does of a program that runs, each once")
    func doctor() async throws {
        let (folder, configuration) = try await installation("targets: [{name: chat, kind: desktop}]\n") { store in
            try await Self.giveUp(in: store)
        }
        defer { withExtendedLifetime(folder) {} }
        let findings = await Doctor.examine(configuration)
        let dead = findings.filter { $0.message == "1 delivery to house was given up" }
        #expect(dead.map(\.name) == ["target house"] && dead.map(\.state) == [.bad])
        #expect(findings.filter { $0.name == "counts" }.map(\.state) == [.good])
        let program = findings.filter { $0.name == "program" }
        #expect(program.map(\.message) == ["PocketBell does not run, so nothing is watched"])
        #expect(findings.filter { $0.name == "accounts" }.map(\.message) == ["nobody is signed in"])
    }

    /// A transaction that the target house was to be told of.
    private static func giveUp(in store: Store) async throws {
        let now = Timestamp(seconds: 1_773_500_966)
        try await store.writeAlerts { transaction in
            let child = Self.alice(try transaction.ensureServer(origin: "https://one.example").id)
            try transaction.upsert(child)
            let row = TransactionRow(
                server: child.server, id: .init(rawValue: "t1"), child: child.id, amount: .zero, kind: .credit,
                category: "Gift", description: "Kite", balanceAfter: .zero, createdAt: now, position: 1,
                firstSeenAt: now, source: .scan, isLate: false)
            _ = try transaction.insert(row)
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: "https://one.example", isLate: false, at: now)
            let alert = PlannedAlert(
                key: .init(rawValue: "new|t1"), event: .transaction, deliveries: [PlannedDelivery(target: "house")])
            _ = try transaction.insert(alert, for: change)
            return ((), [])
        }
        let number = DeliveryRow.Number(rawValue: 1)
        _ = try await store.turn(finish: [], begin: [AttemptStart(number, body: [1])], now: now)
        _ = try await store.turn(
            finish: [AttemptEnd(number, .dead, reason: nil, detail: "it said: no")], begin: [], now: now)
    }

    @Test("with nothing set up the next step is the same everywhere")
    func nothing() async throws {
        let folder = try TemporaryFolder()
        let configuration = Configuration.standard(state: "\(folder.path)/none", environment: [:])
        let program = await Doctor.examine(configuration).last
        #expect(program?.name == "program" && program?.hint == "pocketbell init")
        let error = await #expect(throws: DaemonError.self) {
            try await Inquiry.withStore(of: configuration) { _ in }
        }
        #expect(error?.hint == "pocketbell init" && error?.message == program?.message)
    }
}
