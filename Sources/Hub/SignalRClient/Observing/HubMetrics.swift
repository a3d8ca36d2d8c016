package import Observability
import WebSockets

/// What connections to hubs count. Made once for a registry and given to all of the program's connections, which add up.
package struct HubMetrics: Sendable {
    enum Direction: String, MetricLabel {
        case received, sent

        static let labelName = "direction"
    }

    enum Phase: String, MetricLabel {
        case connecting, connected, waiting, stopping

        static let labelName = "state"
    }

    /// One direction of all connections.
    struct Traffic: Sendable {
        let frames: Counter
        let bytes: Counter

        func count(frames: Int, bytes: Int) {
            self.frames.increment(by: UInt64(frames))
            self.bytes.increment(by: UInt64(bytes))
        }

        func count(_ payloads: HubPayloads) {
            switch payloads {
            case .webSocket(let batches): for batch in batches { count(frames: batch.count, bytes: batch.byteCount) }
            // Nothing when the reader was only woken.
            case .bytes(let bytes): count(frames: bytes.isEmpty ? 0 : 1, bytes: bytes.count)
            }
        }
    }

    let received: Traffic
    let sent: Traffic
    let invocations: DurationHistogram
    let reconnects: CounterFamily<HubError.Kind>
    let connections: GaugeFamily<Phase>
    let backlog: Gauge

    /// - Precondition: the first for this registry.
    package init(_ registry: MetricsRegistry) {
        let frames = registry.counters(
            "pocketbell_hub_frames_total", by: Direction.self, help: "Payloads of hub transports, by direction.")
        let bytes = registry.counters(
            "pocketbell_hub_bytes_total", by: Direction.self, help: "Bytes of these payloads, by direction.")
        received = Traffic(frames: frames[.received], bytes: bytes[.received])
        sent = Traffic(frames: frames[.sent], bytes: bytes[.sent])
        invocations = registry.durations(
            "pocketbell_hub_invoke_seconds",
            bounds: [
                .milliseconds(1), .milliseconds(5), .milliseconds(25), .milliseconds(100), .milliseconds(500),
                .seconds(2), .seconds(10), .seconds(60),
            ], help: "How long calls of hub methods took until their answer.")
        reconnects = registry.counters(
            "pocketbell_hub_reconnects_total", by: HubError.Kind.self,
            help: "Pauses before another attempt to connect, by what made it necessary.")
        connections = registry.gauges(
            "pocketbell_hub_connections", by: Phase.self, help: "Hub connections that run, by what they are doing.")
        backlog = registry.gauge(
            "pocketbell_hub_backlog_bytes", help: "Bytes of invocations that wait for their handlers.")
    }

    func changed(from old: HubState, to new: HubState) {
        if let phase = Phase(old) { connections[phase].add(-1) }
        if let phase = Phase(new) { connections[phase].add(1) }
        if Phase(new) == .waiting, let reason = new.reason { reconnects[reason.kind].increment() }
    }
}

extension HubMetrics.Phase {
    fileprivate init?(_ state: HubState) {
        switch state.phase {
        case .disconnected: return nil
        case .connecting, .reconnecting: self = .connecting
        case .connected: self = .connected
        case .waitingToConnect, .waitingToReconnect: self = .waiting
        case .stopping: self = .stopping
        }
    }
}

extension HubError.Kind: MetricLabel {
    package static let labelName = "reason"
}
