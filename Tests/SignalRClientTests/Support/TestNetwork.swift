import HTTPClient
import Sockets

@testable import SignalRClient

/// The one event loop and HTTP client of this test process.
enum TestNetwork {
    static let loop: EventLoop = {
        guard let loop = try? EventLoop() else { preconditionFailure("no event loop") }
        return loop
    }()

    static let http: HTTPClient = {
        guard let http = try? HTTPClient() else { preconditionFailure("no HTTP client") }
        return http
    }()

    static let shared = HubNetwork(loop: loop, http: http)
}
