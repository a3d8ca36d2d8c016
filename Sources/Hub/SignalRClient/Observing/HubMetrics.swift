package import Observability

/// What connections to hubs count. Made once for a registry and given to all of the program's connections, which add up.
package struct HubMetrics: Sendable {
    package enum Direction: String, MetricLabel {
        case received, sent

        package static let labelName = "direction"
    }

    package enum Phase: String, MetricLabel {
        case connecting, connected, waiting, stopping

        package static let labelName = "state"
    }

    package let frames: CounterFamily<Direction>
    package let bytes: CounterFamily<Direction>
    package let invocations: DurationHistogram
    package let reconnects: CounterFamily<HubError.Kind>
    package let connections: GaugeFamily<Phase>
    package let backlog: Gauge

    /// - Precondition: the first for this registry.
    package init(_ registry: MetricsRegistry) {
        frames = registry.counters(
            "pocketbell_hub_frames_total", by: Direction.self, help: "Payloads of hub transports, by direction.")
        bytes = registry.counters(
            "pocketbell_hub_bytes_total", by: Direction.self, help: "Bytes of these payloads, by direction.")
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
}

extension HubError.Kind: MetricLabel {
    package static let labelName = "reason"
}
