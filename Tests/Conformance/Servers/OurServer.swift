import DemoBackend

/// The hub of `DemoBackend`, made anew for each case.
struct OurServer: RealServer {
    private let backend = DemoBackend()
    private let origin: String

    init() async throws { origin = try await backend.start() }

    func hub(_ name: String) -> String { "\(origin)/hubs/\(name)" }

    func cutConnections() async throws { backend.cutConnections() }

    func end() async { await backend.stop() }
}
