import HTTPServer
import Runtime
package import Sockets
package import Values

/// Serves the page to this machine.
///
/// A port that somebody else has is no reason for alerts to stop, nor for the page: it then takes any other, since `pocketbell open`
/// says where it is.
package actor PageServer: Service {
    package nonisolated let name = "page"

    private let loop: EventLoop
    private let handler: PageHandler
    private let sessions: PageSessions
    private let wanted: @Sendable () -> Int?
    private let told: @Sendable (String?) -> Void
    private let bell = Bell()
    private var current: (wanted: Int, port: Int, server: HTTPServer)?

    /// - Parameters:
    ///   - wanted: the port by the configuration in force, `nil` for no page; asked again after each ``look()``.
    ///   - told: called with why nothing listens although it should, and with `nil` once it does.
    package init(
        loop: EventLoop, handler: PageHandler, sessions: PageSessions, wanted: @escaping @Sendable () -> Int?,
        told: @escaping @Sendable (String?) -> Void
    ) {
        (self.loop, self.handler, self.sessions, self.wanted, self.told) = (loop, handler, sessions, wanted, told)
    }

    /// The configuration may be another one.
    package nonisolated func look() { bell.ring() }

    /// An address that signs one browser in, within a minute; `nil` where there is no page.
    package func link() -> Secret? {
        guard let current else { return nil }
        let token = sessions.issueLink().withText { $0 }
        return Secret("http://127.0.0.1:\(current.port)\(PageHandler.linkPath)\(token)")
    }

    package func start() async { await move() }

    package func run() async throws {
        while true {
            switch await bell.wait(atMost: nil) {
            case .rung, .limit: await move()
            case .closed, .cancelled: return await leave()
            }
        }
    }

    package nonisolated func stop() async { bell.close() }

    private func leave() async {
        await current?.server.stop(within: .milliseconds(200))
        current = nil
    }

    private func move() async {
        let wanted = wanted()
        guard wanted != current?.wanted else { return }
        await leave()
        guard let wanted else { return told(nil) }
        let place = Lock(0)
        let server = HTTPServer(on: loop, configuration: .page) { [handler] request in
            let port = place.withLock { $0 }
            return await handler.answer(request, by: LocalPeer.userID(of: request.peer, connectedTo: port))
        }
        do throws(HTTPServerError) {
            let port = try await listen(server, wanted)
            place.withLock { $0 = port }
            current = (wanted, port, server)
            told(nil)
        } catch {
            told("the page cannot listen at 127.0.0.1:\(wanted): \(error)")
        }
    }

    private func listen(_ server: HTTPServer, _ port: Int) async throws(HTTPServerError) -> Int {
        let endpoint: Endpoint
        do throws(HTTPServerError) {
            endpoint = try await server.listen(on: .address("127.0.0.1", port: port))
        } catch {
            guard port != 0 else { throw error }
            endpoint = try await server.listen(on: .address("127.0.0.1", port: 0))
        }
        if case .address(_, let port) = endpoint { return port }
        return port
    }
}

extension HTTPServerConfiguration {
    /// Enough for some hundred open pages; names of this machine alone, so no page of somebody else can rebind one.
    fileprivate static var page: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnections = 512
        configuration.maximumBodyBytes = 64 * 1_024
        return configuration
    }
}
