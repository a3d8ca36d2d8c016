package import HTTPClient
package import Observability
import Runtime
package import Store
package import Systemd
import Values

/// Carries what waits in the outbox to the targets, each in a lane of its own.
///
///     let relay = try Relay(store: store, targets: targets, http: http, bus: bus, logger: logger, metrics: metrics)
///     try await relay.start()     // what the last process left under way is in doubt now
///     await relay.run()           // until stop()
package actor Relay: Service {
    package nonisolated let name = "relay"

    private let store: Store
    private let lanes: [Lane]
    private let clock: RelayClock
    private let logger: Logger
    /// Clients of targets with certificate authorities of their own; the relay's to close.
    private let ownClients: [HTTPClient]
    private let idle = Bell()
    private nonisolated let doors: [String: LaneDoor]

    /// - Parameters:
    ///   - http: shared by all targets that trust the system's certificate authorities.
    ///   - bus: `nil` where there is no session; desktop targets wait then.
    /// - Throws: ``RelayError`` for a target whose URL or key can't be used.
    package init(
        store: Store, targets: [TargetConfiguration], http: HTTPClient, bus: SessionBus?, logger: Logger,
        metrics: RelayMetrics
    ) throws(RelayError) {
        try self.init(
            store: store, targets: targets, http: http, bus: bus, logger: logger, metrics: metrics, clock: .system,
            backoff: Backoff())
    }

    /// With a clock, dice and delays of the caller's own.
    init(
        store: Store, targets: [TargetConfiguration], http: HTTPClient, bus: SessionBus?, logger: Logger,
        metrics: RelayMetrics, clock: RelayClock, backoff: Backoff
    ) throws(RelayError) {
        let logger = logger.component("relay")
        var lanes: [Lane] = []
        var ownClients: [HTTPClient] = []
        for configuration in targets {
            let own = try configuration.ownClient()
            ownClients += own.map { [$0] } ?? []
            let target = try configuration.target(http: own ?? http, bus: bus, clock: clock)
            var policy = LanePolicy(deduplicates: target.deduplicates, inDoubt: configuration.inDoubt)
            if case .desktop = configuration.kind { policy.window = 1 }
            policy.backoff = backoff
            lanes.append(
                Lane(target, policy: policy, store: store, clock: clock, logger: logger, metrics: metrics))
        }
        self.store = store
        self.lanes = lanes
        doors = Dictionary(lanes.map { ($0.name, $0.door) }) { first, _ in first }
        self.clock = clock
        self.logger = logger
        self.ownClients = ownClients
    }

    /// Turns what the last process had under way into deliveries in doubt, and makes due what waits for another attempt.
    /// Call it before ``run()``, once.
    package func start() async throws {
        let now = clock.now()
        for lane in lanes { await lane.begin(at: now) }
        let count = try await store.recoverAttempts(targets: lanes.map(\.name), now: now)
        if count > 0 { logger.warning("deliveries are in doubt after the last end", [.count: .integer(count)]) }
    }

    /// What the rules planned, on its way straight into the lanes that have nothing else to do.
    package nonisolated func admitting(_ alerts: [PlannedAlert]) -> [PlannedAlert] {
        alerts.map { alert in
            var alert = alert
            for index in alert.deliveries.indices {
                alert.deliveries[index].door = doors[alert.deliveries[index].target]
            }
            return alert
        }
    }

    /// Works until ``stop()``, and then until the attempts under way have their outcome.
    ///
    /// - Throws: `StoreError` when the store is lost: another try could only do harm.
    package func run() async throws {
        // Before the first look, so that nothing is missed in between.
        let changes = store.newAlerts()
        var failure: (any Error)?
        do { try await work(changes) } catch { failure = error }
        for client in ownClients { await client.close() }
        if let failure { throw failure }
    }

    private func work(_ changes: some AsyncSequence<Void, Never> & Sendable) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for lane in lanes {
                group.addTask {
                    try await lane.run()
                    return true
                }
                guard let desktop = lane.target as? DesktopTarget else { continue }
                group.addTask {
                    await desktop.watch { await lane.targetIsBack() }
                    return false
                }
            }
            group.addTask { [lanes] in
                for await _ in changes { for lane in lanes { lane.ring() } }
                return false
            }
            // Without a lane there is nothing to do but to wait for the end.
            if lanes.isEmpty {
                group.addTask { [idle] in
                    await idle.wait(upTo: nil)
                    return true
                }
            }
            var working = max(lanes.count, 1)
            for try await isLane in group where isLane {
                working -= 1
                if working == 0 { group.cancelAll() }
            }
        }
    }

    /// No new attempt from now on.
    package func stop() async {
        idle.ring()
        for lane in lanes { await lane.stop() }
    }

    /// How each target is doing, in the order of the settings.
    package func status() async -> [LaneStatus] {
        var status: [LaneStatus] = []
        for lane in lanes { status.append(await lane.status) }
        return status
    }

    /// A person wants the target with this name tried again now, however long it was to be left alone.
    package func tryAgain(target name: String) async {
        await lanes.first { $0.name == name }?.targetIsBack()
    }

    /// Sends a sample to one target, past the outbox, and tells exactly what it answered. If it works, its lane goes on.
    ///
    /// - Throws: `unknownTarget`.
    package func test(target name: String) async throws(RelayError) -> TestReport {
        guard let lane = lanes.first(where: { $0.name == name }) else {
            let names = lanes.map(\.name).joined(separator: ", ")
            throw RelayError(
                .unknownTarget, "there is no target \(name); the targets are \(names.isEmpty ? "none" : names)")
        }
        let alert = RenderedAlert(.sample(at: clock.now()), template: nil, target: name, isRepeat: false)
        let start = ContinuousClock.now
        let attempt = await lane.target.deliver(alert, body: lane.target.body(for: alert, stored: nil))
        let isDelivered = attempt.verdict.kind == .delivered
        if isDelivered { await lane.targetIsBack() }
        return TestReport(
            target: name, isDelivered: isDelivered, sentence: attempt.verdict.detail, reason: attempt.verdict.reason,
            status: attempt.answer?.status,
            answer: TextLimit.utf16(2_000).cut(UserText.cleaned(attempt.answer?.text ?? "")),
            took: start.duration(to: .now))
    }
}
