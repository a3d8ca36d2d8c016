import Sockets

/// The one event loop of this test process.
enum TestLoop {
    static let shared: EventLoop = {
        guard let loop = try? EventLoop() else { preconditionFailure("no event loop") }
        return loop
    }()
}
