import Glibc
import HTTPClient
import MQTT
import Observability
import Runtime
import SQLite
import Settings
import Store
import Systemd
import TestWaiting
import Testing
import Values

@testable import Relay

/// A store in a folder of its own, a child in it, alerts on demand, and relays with short delays.
final class RelayFixture: Sendable {
    static let origin = "https://family.example"
    let folder: String
    let store: Store
    let child: ChildRow

    init(in folder: String? = nil) async throws {
        self.folder = try folder ?? Self.makeFolder()
        store = try await Store.open(in: self.folder, logger: Self.logger())
        child = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: Self.origin)
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "c1"), firstName: "Alice", lastName: "Reed",
                balance: Decimal("37.50")!, seenAt: Timestamp(seconds: 1_700_000_000))
            try transaction.upsert(child)
            return child
        }
    }

    static func makeFolder() throws -> String {
        var template = Array("/tmp/pocketbell-relay-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Closes the store and removes its folder.
    func end() async {
        await store.close()
        let store = StateFolder.storeName
        for name in [store, "\(store)-wal", "\(store)-shm", "\(store)-lock", "pocketbell.ledger"] {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }

    static func logger(_ sink: any LogSink = CapturingSink()) -> Logger {
        Logger(component: "test", threshold: LogThreshold(.trace), sink: sink)
    }

    func row(_ number: Int, description: String = "Kite", balance: Decimal = Decimal("37.50")!) -> TransactionRow {
        TransactionRow(
            server: child.server, id: .init(rawValue: "t\(number)"), child: child.id, amount: Decimal("12.50")!,
            kind: .credit, category: "Gift", description: description, balanceAfter: balance,
            createdAt: Timestamp(seconds: 1_700_000_000 + Int64(number)), position: number,
            firstSeenAt: Timestamp(seconds: 1_700_000_100), source: .hint, isLate: false)
    }

    /// Adds transactions with an alert to each target, in one commit.
    ///
    /// - Parameter relay: whose lanes take them at once, if they are idle.
    func alert(
        _ numbers: ClosedRange<Int>, to targets: [String], by rules: RuleSet? = nil, description: String = "Kite",
        balance: Decimal = Decimal("37.50")!, at now: Timestamp? = nil, through relay: Relay? = nil
    ) async throws {
        let insert = inserting(
            numbers, to: targets, by: rules, description: description, balance: balance, at: now, through: relay)
        try await store.writeAlerts { ((), try insert($0)) }
    }

    /// The same without handing over what is born marked: as if its commit were still under way.
    func bear(_ numbers: ClosedRange<Int>, to targets: [String], through relay: Relay) async throws -> [BornDelivery] {
        try await store.write("bear", inserting(numbers, to: targets, through: relay))
    }

    private func inserting(
        _ numbers: ClosedRange<Int>, to targets: [String], by rules: RuleSet? = nil, description: String = "Kite",
        balance: Decimal = Decimal("37.50")!, at now: Timestamp? = nil, through relay: Relay?
    ) -> @Sendable (borrowing StoreTransaction) throws -> [BornDelivery] {
        let rules = rules ?? RuleSet(nil, targets: targets)
        let rows = numbers.map { row($0, description: description, balance: balance) }
        let child = child
        return { transaction in
            var born: [BornDelivery] = []
            for row in rows {
                _ = try transaction.insert(row)
                let change = FactChange(
                    kind: .transactionAdded(row), child: child, origin: Self.origin, isLate: false,
                    at: now ?? RelayClock.system.now())
                let alerts = rules.plan(change)
                for alert in relay?.admitting(alerts) ?? alerts {
                    born += try transaction.insert(alert, for: change) ?? []
                }
            }
            return born
        }
    }

    /// Runs a relay for the length of the closure.
    func withRelay<Value>(
        _ targets: [TargetConfiguration], bus: SessionBus? = nil, backoff: Backoff = .short,
        clock: RelayClock = RelayClock(now: RelayClock.system.now, jitter: { 1 }),
        sink: any LogSink = CapturingSink(), locale: AlertLocale = AlertLocale(), rules: RuleSet? = nil,
        network: MQTTNetwork? = nil, _ body: (Relay) async throws -> Value
    ) async throws -> Value {
        let relay = Relay(
            store: store, http: TestHTTP.shared, bus: bus, network: network, logger: Self.logger(sink),
            metrics: RelayMetrics(MetricsRegistry()), clock: clock, backoff: backoff)
        await relay.take(try relay.targets(targets, in: locale, rules: rules))
        try await relay.start()
        let running = Task { try await relay.run() }
        do {
            let value = try await body(relay)
            await relay.stop()
            try await running.value
            return value
        } catch {
            running.cancel()
            _ = await running.result
            throw error
        }
    }

    /// Returns when the condition holds for the deliveries, oldest first; fails after thirty seconds.
    func wait(
        _ location: SourceLocation = #_sourceLocation, until condition: @escaping @Sendable ([DeliveryRow]) -> Bool
    ) async throws {
        let changes = store.database.changes(to: ["delivery"])
        let end = try await race(limit: .seconds(30)) {
            if condition(try await self.deliveries()) { return true }
            for await _ in changes where condition(try await self.deliveries()) { return true }
            return false
        }
        guard end.value != true else { return }
        let deliveries = try await deliveries()
        Issue.record("it never came to that: \(deliveries.map(\.state))", sourceLocation: location)
    }

    /// Returns when so many deliveries are dead, whether they can be read or not.
    func waitForDead(_ count: Int) async throws {
        try await eventually("\(count) dead deliveries") { try await store.accounting().count(.dead) == count }
    }

    func deliveries() async throws -> [DeliveryRow] {
        try await store.deliveries(matching: DeliveryFilter(limit: 10_000)).compactMap(\.work?.delivery).reversed()
    }

    func attempts(_ number: Int64) async throws -> [AttemptRow] {
        try #require(try await store.history(of: .init(rawValue: number))).attempts
    }
}

extension Backoff {
    /// For tests: the same shape, a thousandth of the time.
    static let short = Backoff(
        steps: [.milliseconds(5), .milliseconds(20), .milliseconds(50)],
        suspensions: [.milliseconds(50), .milliseconds(100)], longest: .milliseconds(100), shortest: .milliseconds(5),
        seldom: .milliseconds(20), limit: .seconds(60), longestPause: .milliseconds(200),
        longestRateRest: .milliseconds(200))

    /// As long as the real one where a test must not see the end of a wait.
    static let long = Backoff(
        steps: [.seconds(3_600)], suspensions: [.seconds(3_600)], longest: .seconds(3_600), shortest: .seconds(3_600),
        often: .seconds(3_600), limit: .seconds(1_000_000))
}

extension TargetConfiguration {
    /// - Parameter place: where the receiver takes it; its name if left out.
    static func webhook(
        _ name: String, at place: String? = nil, key: String? = nil, allowsPrivateAddresses: Bool = true
    ) -> TargetConfiguration {
        webhook(
            name, url: Receiver.shared.hook(place ?? name), key: key, allowsPrivateAddresses: allowsPrivateAddresses)
    }

    static func webhook(
        _ name: String, url: String, key: String? = nil, allowsPrivateAddresses: Bool = true
    ) -> TargetConfiguration {
        TargetConfiguration(
            name: name,
            WebhookSettings(
                url: .literal(Secret(url)), keys: key.map { [.literal(Secret($0))] } ?? [],
                connection: TargetConnection(allowsPrivateAddresses: allowsPrivateAddresses)))
    }

    static func slack(_ name: String, inDoubt: DoubtPolicy = .repeat) -> TargetConfiguration {
        let url = Secret(Receiver.shared.hook(name))
        return TargetConfiguration(
            name: name,
            HookSettings<SlackTarget>(url: .literal(url), connection: TargetConnection(allowsPrivateAddresses: true)),
            inDoubt: inDoubt)
    }
}

extension WebhookTarget {
    /// Signed with one key, or not at all.
    init(
        url: Secret, signing key: Secret?, headers: [WebhookHeader] = [], addresses: AddressPolicy
    ) throws(RelayError) {
        try self.init(url: url, keys: key.map { [$0] } ?? [], headers: headers, addresses: addresses)
    }
}

extension RelayFixture {
    /// Runs the body while the store refuses all that is to be written: the writer is held, and its queue is full.
    func withoutWriter(_ body: () async throws -> Void) async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (refused, refuse) = AsyncStream.makeStream(of: Void.self)
        let gate = Parker()
        let holder = Task {
            try await store.write { _ in
                begin.yield()
                _ = gate.park(for: .seconds(40))
            }
        }
        defer { gate.unpark() }
        var beginnings = begun.makeAsyncIterator()
        await beginnings.next()
        let others = (0..<2_000).map { _ in
            Task { do { try await store.write { _ in } } catch { refuse.yield() } }
        }
        var refusals = refused.makeAsyncIterator()
        await refusals.next()
        try await body()
        gate.unpark()
        try await holder.value
        for other in others { await other.value }
    }

    /// Returns when a lane has an outcome that the store has refused.
    func waitForUnrecorded(_ relay: Relay) async throws {
        try await eventually("a refused outcome") { await relay.status().contains { $0.unrecorded > 0 } }
    }
}
