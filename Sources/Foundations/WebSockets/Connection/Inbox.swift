import Runtime

/// Bounded hand-over from the service thread to one reader. At the high-water mark the producer pauses the socket;
/// every path that drains the inbox must resume it (one forgotten path deadlocks).
final class Inbox: Sendable {
    typealias Batch = [WebSocketBatch]

    private struct State {
        var buffer: Batch = []
        var messages = 0
        var bytes = 0
        var waiter: CheckedContinuation<Batch?, any Error>?
        var outcome: Result<Batch?, any Error>?
        var paused = false

        /// What a reader gets without waiting, and whether the socket must be resumed.
        mutating func take() -> (Result<Batch?, any Error>, resume: Bool)? {
            if buffer.isEmpty { return outcome.map { ($0, false) } }
            defer {
                buffer = []
                messages = 0
                bytes = 0
                paused = false
            }
            return (.success(buffer), paused)
        }
    }

    private let state = Lock(State())
    private let maxMessages: Int
    private let maxBytes: Int

    /// - Parameters: messages and bytes waiting for the reader at which reading from the socket pauses.
    init(maxMessages: Int, maxBytes: Int) {
        self.maxMessages = maxMessages
        self.maxBytes = maxBytes
    }

    /// Returns true when the caller must pause reading.
    func push(_ batch: WebSocketBatch) -> Bool {
        let (waiter, pause) = state.withLock { state -> (CheckedContinuation<Batch?, any Error>?, Bool) in
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, false)
            }
            state.buffer.append(batch)
            state.messages += batch.count
            state.bytes += batch.byteCount
            guard state.messages >= maxMessages || state.bytes >= maxBytes, !state.paused else { return (nil, false) }
            state.paused = true
            return (nil, true)
        }
        waiter?.resume(returning: [batch])
        return pause
    }

    /// Ends the sequence once the buffer is empty. Only the first call counts.
    func end(_ error: WebSocketError?) {
        let outcome: Result<Batch?, any Error> = error.map { .failure($0) } ?? .success(nil)
        let waiter = state.withLock { state -> CheckedContinuation<Batch?, any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(with: outcome)
    }

    func next(resume: @Sendable () -> Void) async throws -> Batch? {
        if let (result, mustResume) = state.withLock({ $0.take() }) {
            if mustResume { resume() }
            return try result.get()
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready = state.withLock { state -> (Result<Batch?, any Error>, resume: Bool)? in
                    if Task.isCancelled { return (.failure(CancellationError()), false) }
                    if let ready = state.take() { return ready }
                    precondition(state.waiter == nil, "one consumer only")
                    state.waiter = continuation
                    return nil
                }
                guard let ready else { return }
                if ready.resume { resume() }
                continuation.resume(with: ready.0)
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }
}
