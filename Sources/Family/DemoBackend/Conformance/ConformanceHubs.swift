import SignalRServer

/// The conformance hub at its addresses: with everything, without stateful reconnect, and with one transport only.
struct ConformanceHubs {
    let all: [(path: String, hub: Hub)]

    init() {
        let counter = CancellationCount()
        func hub(_ change: (inout HubConfiguration) -> Void = { _ in }) -> Hub {
            var configuration = HubConfiguration()
            configuration.tellsDetails = true
            configuration.allowsStatefulReconnect = true
            configuration.maximumParallelCalls = 8
            change(&configuration)
            return ConformanceHub(configuration, cancelledStreams: counter).hub
        }
        all = [
            ("/hubs/conformance", hub()),
            ("/hubs/conformance-plain", hub { $0.allowsStatefulReconnect = false }),
            ("/hubs/conformance-ws", hub { $0.transports = [.webSockets] }),
            ("/hubs/conformance-sse", hub { $0.transports = [.serverSentEvents] }),
            ("/hubs/conformance-poll", hub { $0.transports = [.longPolling] }),
        ]
    }
}
