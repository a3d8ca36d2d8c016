import SignalRServer

@testable import DemoBackend

/// The hub with every feature behind a method.
func conformanceHub(_ configuration: HubConfiguration = HubConfiguration()) -> Hub {
    ConformanceHub(configuration, cancelledStreams: CancellationCount()).hub
}
