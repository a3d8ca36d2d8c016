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
        self.clock = clock
        self.logger = logger
        self.ownClients = ownClients
    }

    /// Turns what the last process had under way into deliveries in doubt. Call it before ``run()``, once for each
    /// process.
    package func start() async throws {
        let count = try await store.recoverAttempts(now: clock.now())
        if count > 0 { logger.warning("deliveries are in doubt after the last end", [.count: .integer(count)]) }
    }

    /// Works until ``stop()``, and then until the attempts under way have their outcome.
    package func run() async {
        // Before the first look, so that nothing is missed in between.
        let changes = store.outboxChanges()
        await withTaskGroup(of: Bool.self) { group in
            for lane in lanes {
                group.addTask {
                    await lane.run()
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
            for await isLane in group where isLane {
                working -= 1
                if working == 0 { group.cancelAll() }
            }
        }
        for client in ownClients { await client.close() }
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
