import Runtime

/// A service that does nothing until its end.
struct Waiter: Service {
    let name = "waiter"
    private let work = AsyncStream.makeStream(of: Void.self)

    func start() async throws { say("ready") }
    func run() async throws { for await _ in work.stream {} }
    func stop() async { work.continuation.finish() }
}
