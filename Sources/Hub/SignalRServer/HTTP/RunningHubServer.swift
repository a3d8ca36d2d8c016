import HTTPServer
import Runtime
import Sockets

/// A server that listens.
public struct RunningHubServer: Sendable {
    let hubs: HubServer
    let server: HTTPServer
    let anchor: ServerAnchor
    let loop: EventLoop
    let endpoint: Endpoint
    let scheme: String

    /// The port that was chosen.
    public var port: Int { endpoint.port ?? 0 }

    /// Where it listens, such as `http://127.0.0.1:5000`; the hub's path goes behind it.
    public var url: String {
        guard case .address(let host, let port) = endpoint else { return "" }
        return "\(scheme)://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host):\(port)"
    }

    /// Ends every connection with leave to come back, and stops listening.
    ///
    /// - Parameter limit: how long clients may take for what is on its way.
    public func stop(within limit: Duration = .seconds(5)) async {
        hubs.stop()
        await server.stop(within: limit)
        await loop.stop()
        anchor.release()
    }
}

/// Keeps a server until it is stopped: the server's own handler holds this, and this the server.
final class ServerAnchor: Sendable {
    private let server = Lock<HTTPServer?>(nil)

    func hold(_ server: HTTPServer) { self.server.withLock { $0 = server } }
    func release() { server.withLock { $0 = nil } }
}
