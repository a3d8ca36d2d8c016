import Observability
import SignalRProtocol

/// What hubs count. One is given to all hubs that shall add up, by ``HubConfiguration/metrics``.
///
/// | name | labels | what |
/// |---|---|---|
/// | `hub_server_connections` | `transport`: `WebSockets`, `ServerSentEvents`, `LongPolling` | clients that are connected now |
/// | `hub_server_disconnections_total` | `reason`: a raw value of ``HubDisconnection/Kind`` | clients that have gone |
/// | `hub_server_call_seconds` | `le`: the upper bound | calls by the time until their answer or the end of their stream, a histogram |
/// | `hub_server_failed_calls_total` | | those that were answered with an error |
///
/// ```swift
/// let metrics = HubServerMetrics()
/// var configuration = HubConfiguration()
/// configuration.metrics = metrics
/// print(metrics.text(prefix: "chat_"))
/// ```
public struct HubServerMetrics: Sendable {
    private let connections: GaugeFamily<HubTransport>
    private let disconnections: CounterFamily<HubDisconnection.Kind>
    private let calls: DurationHistogram
    private let failedCalls: Counter
    private let registry = MetricsRegistry()

    /// Counts from zero.
    public init() {
        connections = registry.gauges(
            "hub_server_connections", by: HubTransport.self, help: "Clients that are connected, by transport.")
        disconnections = registry.counters(
            "hub_server_disconnections_total", by: HubDisconnection.Kind.self,
            help: "Clients that have gone, by reason.")
        calls = registry.durations(
            "hub_server_call_seconds",
            bounds: [
                .milliseconds(1), .milliseconds(5), .milliseconds(25), .milliseconds(100), .milliseconds(500),
                .seconds(2), .seconds(10), .seconds(60),
            ], help: "How long calls of hub methods took until their answer or the end of their stream.")
        failedCalls = registry.counter(
            "hub_server_failed_calls_total", help: "Calls of hub methods that were answered with an error.")
    }

    /// All numbers now in the text format of Prometheus (`text/plain; version=0.0.4`), for a program that answers scrapes itself.
    ///
    /// - Parameter prefix: put in front of each name, such as `chat_`. Of letters, digits and `_`; other characters become `_`.
    public func text(prefix: String = "") -> String {
        let named = MetricsRegistry()
        named.include(registry, prefix: prefix)
        return named.exposition(.prometheus)
    }

    func came(_ transport: HubTransport) { connections[transport].add(1) }

    func went(_ transport: HubTransport, _ reason: HubDisconnection.Kind) {
        connections[transport].add(-1)
        disconnections[reason].increment()
    }

    func answered(_ outcome: HubOutcome, after duration: Duration) {
        calls.record(duration)
        if case .error = outcome { failedCalls.increment() }
    }
}

extension HubTransport: MetricLabel {
    package static let labelName = "transport"
}

extension HubDisconnection.Kind: MetricLabel {
    package static let labelName = "reason"
}

extension LogKey {
    static let hubConnectionID = LogKey("hub.connection.id")
    static let hubReason = LogKey("hub.reason")
    static let hubTarget = LogKey("hub.target")
    static let error = LogKey("error")
}
