import SignalRServer

/// The conformance hub at its addresses: with everything, without stateful reconnect, and with one transport only.
struct ConformanceHubs {
    let all: [(path: String, hub: Hub)]

    init() {
        let counter = Counter()
        func hub(_ change: (inout HubConfiguration) -> Void = { _ in }) -> Hub {
            var configuration = HubConfiguration()
            configuration.tellsDetails = true
            change(&configuration)
            return ConformanceHub(configuration, cancelledStreams: counter).hub
        }
        all = [
            ("/hubs/conformance", hub()),
            ("/hubs/conformance-plain", hub()),
            ("/hubs/conformance-ws", hub()),
        ]
    }
}
