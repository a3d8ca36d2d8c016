import SocketTestSupport
import Testing

@testable import Sockets

@Suite("Suspension in actors of the loop")
struct SuspensionTests {
    actor Gate {
        nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private var isOpen = false
        private var waiters: [CheckedContinuation<Void, Never>] = []

        init(loop: EventLoop) { self.loop = loop }

        private func open() {
            isOpen = true
            for waiter in waiters { waiter.resume() }
            waiters = []
        }

        /// Has itself opened, then waits for it. Asking only before the wait would hang: what was posted may run first.
        func pass() async {
            loop.post { [self] _ in assumeIsolated { $0.open() } }
            if isOpen { return }
            await withCheckedContinuation { waiter in
                if isOpen { waiter.resume() } else { waiters.append(waiter) }
            }
        }
    }

    @Test("a condition asked inside the continuation misses nothing", .timeLimit(.minutes(1)))
    func recheck() async throws {
        try await withLoop { loop in
            for _ in 0..<200 { await Gate(loop: loop).pass() }
            await Task(executorPreference: loop) { for _ in 0..<200 { await Gate(loop: loop).pass() } }.value
        }
    }
}
