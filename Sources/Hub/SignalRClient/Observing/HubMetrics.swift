package import Observability
import WebSockets

/// What connections to hubs count. One is given to all connections that shall add up.
///
/// | name | labels | what |
/// |---|---|---|
/// | `hub_connections` | `state`: `connecting`, `connected`, `waiting`, `stopping` | connections that run now |
/// | `hub_reconnects_total` | `reason`: a raw value of ``HubError/Kind`` | pauses before another attempt |
/// | `hub_frames_total`, `hub_bytes_total` | `direction`: `received`, `sent` | payloads of the transports |
/// | `hub_invoke_seconds` | `le`: the upper bound | calls by the time until their answer, a histogram |
/// | `hub_backlog_bytes` | | invocations that wait for their handlers |
///
/// ```swift
/// let metrics = HubMetrics()
/// var options = HubConnectionOptions()
/// options.metrics = metrics
/// print(metrics.text(prefix: "chat_"))
/// ```
public struct HubMetrics: Sendable {
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

    /// Of these alone, by names without the prefix of a program.
    package let registry = MetricsRegistry()

    /// Counts from zero.
    public init() {
        let frames = registry.counters(
            "hub_frames_total", by: Direction.self, help: "Payloads of hub transports, by direction.")
        let bytes = registry.counters(
            "hub_bytes_total", by: Direction.self, help: "Bytes of these payloads, by direction.")
        received = Traffic(frames: frames[.received], bytes: bytes[.received])
        sent = Traffic(frames: frames[.sent], bytes: bytes[.sent])
        invocations = registry.durations(
            "hub_invoke_seconds",
            bounds: [
                .milliseconds(1), .milliseconds(5), .milliseconds(25), .milliseconds(100), .milliseconds(500),
                .seconds(2), .seconds(10), .seconds(60),
            ], help: "How long calls of hub methods took until their answer.")
        reconnects = registry.counters(
            "hub_reconnects_total", by: HubError.Kind.self,
            help: "Pauses before another attempt to connect, by what made it necessary.")
        connections = registry.gauges(
            "hub_connections", by: Phase.self, help: "Hub connections that run, by what they are doing.")
        backlog = registry.gauge(
            "hub_backlog_bytes", help: "Bytes of invocations that wait for their handlers.")
    }

    /// A number at this moment.
    public struct Sample: Sendable, Hashable {
        /// As in the table of ``HubMetrics``; of the histogram with `_bucket`, `_sum` or `_count` at its end.
        public let name: String
        /// Their values by their names.
        public let labels: [String: String]
        /// Counters and buckets only grow.
        public let value: Double
    }

    /// All numbers now, for a program that hands them to a library for metrics.
    public var samples: [Sample] {
        registry.readings.map { Sample(name: $0.name, labels: $0.labels, value: Double($0.value) ?? .nan) }
    }

    /// All numbers now in the text format of Prometheus (`text/plain; version=0.0.4`), for a program that answers scrapes itself.
    ///
    /// - Parameter prefix: put in front of each name, such as `chat_`. Of letters, digits and `_`; other characters become `_`.
    public func text(prefix: String = "") -> String {
        let named = MetricsRegistry()
        named.include(registry, prefix: prefix)
        return named.exposition(.prometheus)
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
