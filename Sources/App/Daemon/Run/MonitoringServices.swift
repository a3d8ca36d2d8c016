import Configuration
import Control
import Observability
import Relay
import Runtime
import Store
import Values

/// What other programs learn of this one without being asked by a person: the monitoring pages, the heartbeat, and the door for the
/// agents of people's desktops.
struct MonitoringServices: Sendable {
    let listener: MetricsListener
    let heartbeat: Heartbeat
    let desktops: DesktopListener

    init(_ watch: Watch, _ current: CurrentParts, _ approvals: ApprovalDesk) throws {
        let logger = watch.log.logger("program")
        listener = MetricsListener(
            loop: watch.loop,
            pages: MonitoringPages {
                await watch.figures(current.parts)
            } health: {
                await watch.health(current.parts)
            }
        ) {
            current.parts.configuration.metrics
        } told: { reason in
            guard watch.board.metricsRefused(because: reason), let reason else { return }
            logger.error("metrics are not served", [.reason: .text(reason)])
        }
        heartbeat = Heartbeat(
            http: try watch.clients.client(trusting: nil), registry: watch.registry, logger: logger
        ) {
            current.parts.heartbeat
        } standing: {
            await watch.standing(current.parts)
        }
        desktops = DesktopListener(watch, current, approvals)
    }

    /// There is another configuration.
    func look() {
        listener.look()
        heartbeat.look()
        desktops.look()
    }
}

extension DesktopListener {
    /// As far as the configuration in force has a target for desktops.
    fileprivate init(_ watch: Watch, _ current: CurrentParts, _ approvals: ApprovalDesk) {
        let logger = watch.log.logger("program")
        let (path, isForEverybody) = watch.folder.desktopPlace()
        let desk = DesktopDesk(watch.store, watch.relay, approvals, logger: logger)
        self.init(loop: watch.loop, desk: desk) {
            let configuration = current.parts.configuration
            guard configuration.targets.contains(where: \.isForDesktops) else { return [] }
            let here = Place.socket(path: path, isForEverybody: isForEverybody)
            return Set([here]).union(configuration.desktops.map { [Place($0)] } ?? [])
        } told: { reason in
            guard watch.board.wait(of: "the door for desktops", for: reason), let reason else { return }
            logger.error("desktops cannot connect", [.reason: .text(reason)])
        }
    }
}

extension Watch {
    fileprivate func health(_ parts: Parts) async -> HealthAnswer {
        HealthAnswer(await healthFacts(parts).problems(at: WallClock.system.now))
    }

    /// All figures in Prometheus' text format: what has happened, then how things stand.
    func figures(_ parts: Parts) async -> String {
        let happened = registry.exposition(.prometheus)
        let (facts, now) = (await healthFacts(parts), WallClock.system.now)
        return happened + (StateMetrics(facts, at: now)?.text ?? "")
    }

    /// Whether the heartbeat's address may be asked: nothing needs a person, and each account was scanned.
    fileprivate func standing(_ parts: Parts) async -> HeartbeatMachine.Standing {
        HeartbeatMachine.Standing(await healthFacts(parts), at: WallClock.system.now)
    }
}
