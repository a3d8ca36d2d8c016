import Sockets
import Testing

@testable import WebSockets

/// What waits to be written, and who waits for it.
@Suite("Outbox of a WebSocket", .timeLimit(.minutes(1)))
struct OutboxTests {
    private let outbox = Outbox(role: .server, highWater: 1)

    /// Senders that wait for room behind a frame.
    private func senders(_ count: Int) async throws -> [Task<Void, any Error>] {
        let (waiting, mustFlush) = try outbox.add(.text, Array("some words".utf8))
        #expect(outbox.isFull(waiting) && mustFlush)
        let senders = (0..<count).map { _ in Task { [outbox] in try await outbox.waitForRoom() } }
        while outbox.waitingSenders < count { await Task.yield() }
        return senders
    }

    @Test("a sender that is cancelled waits no longer; the others wait until it is written, and all frames go")
    func cancelled() async throws {
        let senders = try await senders(2)
        senders[0].cancel()
        await #expect(throws: CancellationError.self) { try await senders[0].value }
        #expect(outbox.waitingSenders == 1)
        #expect(outbox.take()?.count == 12)
        #expect(outbox.waitingSenders == 1)
        #expect(!outbox.written())
        try await senders[1].value
    }

    @Test("a sender that was cancelled before does not wait, and goes on if there is room")
    func cancelledBefore() async throws {
        func cancelled(_ outbox: Outbox) -> Task<Void, any Error> {
            Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await outbox.waitForRoom()
            }
        }
        try await cancelled(outbox).value
        _ = try outbox.add(.text, [])
        await #expect(throws: CancellationError.self) { try await cancelled(outbox).value }
    }

    @Test("all senders that wait are told why nothing can be sent any more")
    func ended() async throws {
        let senders = try await senders(2)
        outbox.end(.lost("gone"))
        for sender in senders { await #expect(throws: WebSocketError.lost("gone")) { try await sender.value } }
        #expect(outbox.take()?.isEmpty == true)
    }
}
