import Configuration
import Control
import Observability
import Runtime
import SQLite
import SignalRClient
import Sockets
import Store
import TestSupport
import Testing
import Values

@testable import Daemon

@Suite("The running program")
struct WatchTests {
    @Test("what waits for the store is logged once for each reason, and not when it has started")
    func waiting() async throws {
        let (folder, sink) = (try TemporaryFolder(), CapturingSink())
        let log = Log(Logger(component: "test", threshold: LogThreshold(.error), sink: sink))
        let watch = try Watch(
            folder: StateFolder(folder.path), store: try await Store.open(in: folder.path, logger: log.logger("store")),
            loop: try EventLoop(), log: log, commands: ProgramCommands(isService: false, namedFile: nil))
        let full = StoreError(.full, "The disk is full.", nextStep: "Make room.")
        let busy = StoreError(.overloaded, "The store is busy.", nextStep: "Wait.")
        // Two parts may wait for the same, and each is tried again once a second.
        for error in [full, full, full, busy, busy] { watch.waits("the relay", for: error) }
        watch.waits("mum", for: full)
        #expect(sink.records.count == 3, "\(sink.records)")
        #expect(watch.board.waiting.map(\.reason) == [full, busy].map(\.description))
        for part in ["the relay", "mum"] { watch.waits(part, for: nil) }
        #expect(sink.records.count == 3 && watch.board.waiting.isEmpty)
        watch.waits("mum", for: full)
        #expect(sink.records.count == 4)
        await watch.close()
    }

    @Test("the numbers of hub connections are among those of the program, under its name")
    func metrics() async throws {
        let folder = try TemporaryFolder()
        let log = Log(Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink()))
        let watch = try Watch(
            folder: StateFolder(folder.path), store: try await Store.open(in: folder.path, logger: log.logger("store")),
            loop: try EventLoop(), log: log, commands: ProgramCommands(isService: false, namedFile: nil))
        let lines = watch.registry.exposition(.prometheus).split(separator: "\n")
        for sample in watch.hubMetrics.samples where sample.labels.isEmpty {
            #expect(lines.contains { $0.hasPrefix("pocketbell_\(sample.name) ") }, "\(sample.name)")
        }
        #expect(lines.contains("pocketbell_hub_connections{state=\"connected\"} 0"))
        let names = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(Set(names).count == names.count && names.allSatisfy { $0.hasPrefix("pocketbell_") })
        await watch.close()
    }

    private static let spoil = PlainUpdate("test.spoil", "UPDATE txn SET amount = 'much'")

    @Test("a delivery that was given up because it cannot be read is a trouble, and so is a row that lists leave out")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        let log = Log(Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink()))
        let watch = try Watch(
            folder: StateFolder(folder.path), store: try await Store.open(in: folder.path, logger: log.logger("store")),
            loop: try EventLoop(), log: log, commands: ProgramCommands(isService: false, namedFile: nil))
        let file = try folder.write("targets: []\nstate: \(folder.path)\n", to: "config.yaml")
        let parts = try await watch.parts(of: try Configuration.load(path: file, environment: [:]))
        #expect(
            await watch.healthFacts(parts).problems(at: Timestamp(seconds: 0)).map(\.kind) == [.noAccount, .noTarget])
        try await watch.store.writeAlerts { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let now = Timestamp(seconds: 0)
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "c1"), firstName: "Alice", lastName: "Reed", balance: .zero,
                seenAt: now)
            try transaction.upsert(child)
            let row = TransactionRow(
                server: server.id, id: .init(rawValue: "t1"), child: child.id, amount: .zero, kind: .credit,
                category: "Gift", description: "Kite", balanceAfter: .zero, createdAt: now, position: 1,
                firstSeenAt: now, source: .scan, isLate: false)
            _ = try transaction.insert(row)
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: server.origin, isLate: false, at: now)
            let alert = PlannedAlert(
                key: .init(rawValue: "new|t1"), event: .transaction, deliveries: [PlannedDelivery(target: "chat")])
            _ = try transaction.insert(alert, for: change)
            try transaction.run(Self.spoil)
            return ((), [])
        }
        let unreadable = try await watch.store.deliveries().compactMap { delivery in
            if case .unreadable(let remains) = delivery { remains } else { nil }
        }
        try await watch.store.giveUp(unreadable, now: Timestamp(seconds: 1))
        #expect(try await watch.store.transactions(matching: TransactionFilter(limit: 5)).isEmpty)
        let problems = await watch.healthFacts(parts).problems(at: Timestamp(seconds: 0)).suffix(3)
        #expect(problems.map(\.kind) == [.deadDeliveries, .unreadableRows, .noTarget])
        #expect(problems.first?.subject == "chat" && problems.last?.severity == .remark)
        #expect(
            problems.dropLast().last?.sentence
                == "1 row of the store cannot be read and is left out of lists, txn 1|t1 "
                + "(column 3 'amount': not a decimal number, found TEXT)")
        await watch.close()
    }

    @Test("a reload lets go on who is well and watched as before, and begins all others anew")
    func plan() async throws {
        let folder = try TemporaryFolder()
        let log = Log(Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink()))
        let watch = try Watch(
            folder: StateFolder(folder.path), store: try await Store.open(in: folder.path, logger: log.logger("store")),
            loop: try EventLoop(), log: log, commands: ProgramCommands(isService: false, namedFile: nil))
        func configuration(_ accounts: [String], rules: String = "[]") throws -> Configuration {
            let file = try folder.write(
                "state: \(folder.path)\ntargets: []\nrules: \(rules)\naccounts: [\(accounts.joined(separator: ","))]\n",
                to: "config.yaml", mode: 0o600)
            return try Configuration.load(path: file, environment: [:])
        }
        func account(_ name: String, scan: Int = 60) -> String {
            "{name: \(name), server: 'http://127.0.0.1:1', email: \(name)@example.org, scan: \(scan)s}"
        }
        func words(_ parts: Parts) -> [String] {
            parts.plan.map { if case .begins = $0 { "begins \($0.name)" } else { "goes on \($0.name)" } }
        }
        let first = try await watch.parts(of: configuration([account("mum"), account("dad"), account("ann")]))
        #expect(words(first) == ["begins mum", "begins dad", "begins ann"])
        await watch.take(first)
        for name in ["mum", "dad"] { watch.board.set(StatusBoard.Link(state: .live), for: name) }
        watch.board.set(StatusBoard.Link(state: .waiting), for: "ann")
        let same = [account("ann"), account("dad", scan: 30), account("mum"), account("new")]
        let second = try await watch.parts(of: configuration(same), after: first.accounts)
        #expect(words(second) == ["begins ann", "begins dad", "goes on mum", "begins new"])
        let numbers = await first.accounts.all.map(\.number)
        await watch.take(second)
        let after = await second.accounts.all
        #expect(after.map(\.name) == ["ann", "dad", "mum", "new"])
        #expect(after[2].number == numbers[0])
        #expect(!after[0..<2].contains { numbers.contains($0.number) })
        let third = try await watch.parts(of: configuration([account("mum")]), after: second.accounts)
        await watch.take(third)
        #expect(await third.accounts.all.map(\.name) == ["mum"])
        await watch.close()
    }

    private struct Broken: Error {}

    /// Ends by itself as soon as everything before it has started.
    private struct Fake: Service {
        let name = "fake"
        let error: (any Error)?
        func run() async throws { if let error { throw error } }
        func stop() async {}
    }

    private func withWatch<Value>(
        _ more: String = "", _ body: (Watch, Configuration) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\ntargets: []\nrules: []\n\(more)", to: "config.yaml")
        let configuration = try Configuration.load(path: file, environment: [:])
        let log = Log(Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink()))
        return try await Watch.with(configuration, log) { try await body($0, configuration) }
    }

    @Test("whoever was signed out must sign in at once, whatever is said of the connection that ends")
    func signedOut() async throws {
        let account = "accounts: [{name: mum, server: 'http://127.0.0.1:1', email: mum@example.org}]\n"
        try await withWatch(account) { watch, configuration in
            let parts = try await watch.parts(of: configuration)
            await watch.take(parts)
            let mum = try #require(await parts.accounts.all.first)
            for state in LiveStatus.Account.State.allCases {
                watch.board.set(StatusBoard.Link(state: state, reason: "It says."), for: "mum")
                let status = await mum.status(on: watch.board)
                #expect(status.state == (state == .live ? .live : .signInNeeded), "\(state)")
                guard state != .live else { continue }
                #expect(status.nextStep == "pocketbell login mum")
                #expect((status.reason == "It says.") == (state == .signInNeeded))
            }
        }
    }

    @Test("ends without an error when a signal asks for it", .timeLimit(.minutes(1)))
    func signal() async throws {
        let (signals, signal) = AsyncStream.makeStream(of: ProcessSignals.Signal.self)
        signal.yield(.terminate)
        try await withWatch { watch, configuration in
            _ = try await watch.run(configuration, signals: signals) { nil }
        }
    }

    @Test("ends with what the part said that ended it", .timeLimit(.minutes(1)), arguments: [true, false])
    func failure(saysWhy: Bool) async throws {
        let failure = await #expect(throws: ServiceFailure.self) {
            try await withWatch { watch, configuration in
                let fake = Fake(error: saysWhy ? Broken() : nil)
                _ = try await watch.run(configuration, signals: AsyncStream { _ in }, more: [fake]) { nil }
            }
        }
        #expect(failure?.description.hasPrefix("fake ended") == true)
        #expect((failure?.cause is Broken) == saysWhy)
    }

    @Test("its store is closed after an error too", .timeLimit(.minutes(1)))
    func closing() async throws {
        let held = Lock(Store?.none)
        await #expect(throws: Broken.self) {
            try await withWatch { watch, _ in
                held.withLock { $0 = watch.store }
                throw Broken()
            }
        }
        let store = try #require(held.withLock { $0 })
        let error = await #expect(throws: StoreError.self) { _ = try await store.accounts() }
        #expect(error?.kind == .closed)
    }
}
