import Configuration
import HTTPServer
import Runtime
import Sockets

/// Serves the monitoring pages where the configuration in force says so, and moves when it says something else.
///
/// A port that somebody else has is no reason for alerts to stop: that is told, and tried again.
actor MetricsListener: Service {
    nonisolated let name = "metrics"

    private let loop: EventLoop
    private let pages: MonitoringPages
    private let wanted: @Sendable () -> MetricsSettings?
    private let told: @Sendable (String?) -> Void
    private let pause: Duration
    private let bell = Bell()
    private var current: (settings: MetricsSettings, server: HTTPServer)?
    /// Where it listens now; `nil` where it does not.
    private(set) var endpoint: Endpoint?

    /// - Parameters:
    ///   - pause: before it tries again to listen where it could not.
    ///   - wanted: of the configuration in force; asked again after each ``look()``.
    ///   - told: called with why it does not listen although it should, and with `nil` once it does.
    init(
        loop: EventLoop, pages: MonitoringPages, pause: Duration = .seconds(10),
        wanted: @escaping @Sendable () -> MetricsSettings?, told: @escaping @Sendable (String?) -> Void
    ) {
        self.loop = loop
        self.pages = pages
        self.pause = pause
        self.wanted = wanted
        self.told = told
    }

    /// The configuration may be another one.
    nonisolated func look() { bell.ring() }

    func start() async { await move() }

    func run() async throws {
        while true {
            switch await bell.wait(atMost: current?.settings == wanted() ? nil : pause) {
            case .rung, .limit: await move()
            case .closed, .cancelled: return await leave()
            }
        }
    }

    nonisolated func stop() async { bell.close() }

    private func leave() async {
        endpoint = nil
        await current?.server.stop(within: .seconds(2))
        current = nil
    }

    private func move() async {
        let wanted = wanted()
        guard wanted != current?.settings else { return }
        // The old one first: it may be in the way, as when only the hosts are others.
        await leave()
        guard let wanted else { return told(nil) }
        let server = HTTPServer(on: loop, configuration: HTTPServerConfiguration(wanted)) { [pages] request in
            await pages.answer(request.method, request.path)
        }
        do throws(HTTPServerError) {
            let address = wanted.listen
            endpoint = try await server.listen(on: .address(address.address, port: address.port))
            current = (wanted, server)
            told(nil)
        } catch {
            told("nothing can listen at \(wanted.listen): \(error)")
        }
    }
}

extension HTTPServerConfiguration {
    /// Enough for some collectors that ask twice a minute, and for nothing else.
    fileprivate init(_ metrics: MetricsSettings) {
        self.init()
        allowedHosts = metrics.allowedHosts
        allowsNumericHosts = metrics.listen.isEverywhere
        maximumConnections = 32
        maximumBodyBytes = 1_024
        keepAliveTimeout = .seconds(90)
    }
}
