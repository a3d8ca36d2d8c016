import Runtime

/// Writes down what happens to it.
final class TestService: Service {
    struct Failure: Error {}

    let name: String
    private let journal: Journal
    private let failsStart: Bool
    private let ignoresStop: Bool
    private let work = AsyncStream.makeStream(of: Void.self)

    init(_ name: String, _ journal: Journal, failsStart: Bool = false, ignoresStop: Bool = false) {
        self.name = name
        self.journal = journal
        self.failsStart = failsStart
        self.ignoresStop = ignoresStop
    }

    func start() async throws {
        journal.append("start \(name)")
        if failsStart { throw Failure() }
    }

    func run() async throws {
        // A task of its own doesn't see the cancellation of this one.
        let work = work.stream
        if ignoresStop { return await Task { for await _ in work {} }.value }
        for await _ in work {}
    }

    func stop() async {
        journal.append("stop \(name)")
        if !ignoresStop { release() }
    }

    func release() {
        work.continuation.finish()
    }
}
