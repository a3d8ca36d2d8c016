import Runtime

/// Bounded hand-over from the service thread to one reader. At the high-water mark the producer pauses the socket;
/// every path that drains the inbox must resume it (one forgotten path deadlocks).
final class Inbox: Sendable {
    typealias Batch = [WebSocketBatch]

    /// Who is told that there is something. A continuation of its own: the batch goes from hand to hand under the one lock, so that
    /// a message costs no second one.
    private enum Waiter {
        case task(CheckedContinuation<Batch?, any Error>)
        case call(@Sendable () -> Void)
    }

    private struct State {
        var buffer: Batch = []
        var messages = 0
        var bytes = 0
        var waiter: Waiter?
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

        mutating func takeTask() -> CheckedContinuation<Batch?, any Error>? {
            guard case .task(let task)? = waiter else { return nil }
            waiter = nil
            return task
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
        let (waiter, pause) = state.withLock { state -> (Waiter?, Bool) in
            if let task = state.takeTask() { return (.task(task), false) }
            state.buffer.append(batch)
            state.messages += batch.count
            state.bytes += batch.byteCount
            // Who is called takes it at once.
            if let waiter = state.waiter.take() { return (waiter, false) }
            guard state.messages >= maxMessages || state.bytes >= maxBytes, !state.paused else { return (nil, false) }
            state.paused = true
            return (nil, true)
        }
        switch waiter {
        case .task(let task): task.resume(returning: [batch])
        case .call(let body): body()
        case nil: break
        }
        return pause
    }

    /// Ends the sequence once the buffer is empty. Only the first call counts.
    func end(_ error: WebSocketError?) {
        let outcome: Result<Batch?, any Error> = error.map { .failure($0) } ?? .success(nil)
        let waiter = state.withLock { state -> Waiter? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            return state.waiter.take()
        }
        switch waiter {
        case .task(let task): task.resume(with: outcome)
        case .call(let body): body()
        case nil: break
        }
    }

    /// What there is, as ``next(resume:)`` would give it; when there is nothing yet, `body` is called once when there may be
    /// something, by whoever brings it. So nobody has to wait.
    func poll(orCall body: @escaping @Sendable () -> Void, resume: @Sendable () -> Void) -> Result<Batch?, any Error>? {
        let ready = state.withLock { state -> (Result<Batch?, any Error>, resume: Bool)? in
            if let ready = state.take() { return ready }
            precondition(state.waiter == nil, "one consumer only")
            state.waiter = .call(body)
            return nil
        }
        if ready?.resume == true { resume() }
        return ready?.0
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
                    state.waiter = .task(continuation)
                    return nil
                }
                guard let ready else { return }
                if ready.resume { resume() }
                continuation.resume(with: ready.0)
            }
        } onCancel: {
            state.withLock { $0.takeTask() }?.resume(throwing: CancellationError())
        }
    }
}
