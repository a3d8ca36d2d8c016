import Runtime

/// Encoded frames on their way from any task to the service thread. Coalesces: many messages leave in one write.
/// Bounded: a sender that finds more than `highWater` bytes waiting is suspended until they are on the wire.
final class Outbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var keys: MaskingKeys?
        var isScheduled = false
        var waiters: [CheckedContinuation<Void, any Error>] = []
        var error: WebSocketError?
    }

    private let state: Lock<State>
    private let highWater: Int

    /// - Parameter role: a client masks what it sends.
    init(role: WebSocketRole, highWater: Int) {
        self.highWater = highWater
        state = Lock(State(keys: role == .client ? MaskingKeys() : nil))
    }

    enum Admission {
        case queued(schedule: Bool)
        /// Queued too, but the sender shall wait.
        case full(schedule: Bool)
        /// Not queued.
        case refused
        case ended(WebSocketError)
    }

    /// Adds a frame; `schedule` tells the caller to have `take()` called on the service thread.
    /// - Parameter onlyIfRoom: refuses, and changes nothing, while more than `highWater` bytes wait.
    func append(
        _ opcode: WebSocketFrame.Opcode, _ payload: some Collection<UInt8>, onlyIfRoom: Bool = false
    ) -> Admission {
        state.withLock { state in
            if let error = state.error { return .ended(error) }
            if onlyIfRoom, state.bytes.count > highWater { return .refused }
            WebSocketFrame.append(opcode, payload, key: state.keys?.next(), to: &state.bytes)
            let schedule = !state.isScheduled
            state.isScheduled = true
            return state.bytes.count > highWater ? .full(schedule: schedule) : .queued(schedule: schedule)
        }
    }

    /// Adds a frame whatever waits already.
    /// - Returns: how many bytes wait, and whether `take()` is to be called; nil after the end.
    func add(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8]) -> (waiting: Int, mustFlush: Bool)? {
        state.withLock { state in
            guard state.error == nil else { return nil }
            WebSocketFrame.append(opcode, payload, key: state.keys?.next(), to: &state.bytes)
            defer { state.isScheduled = true }
            return (state.bytes.count, !state.isScheduled)
        }
    }

    /// Suspends until what was queued has been taken and written.
    func waitForRoom() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Void, any Error>? in
                if let error = state.error { return .failure(error) }
                guard state.isScheduled else { return .success(()) }
                state.waiters.append(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// The bytes to write now, or nil if nothing waits. After them `written()` must be called.
    func take() -> [UInt8]? {
        state.withLock { state in
            guard state.isScheduled else { return nil }
            defer { state.bytes = [] }
            return state.bytes
        }
    }

    /// Marks what was taken as written; returns true when more has been queued meanwhile.
    func written() -> Bool {
        let (waiters, more) = state.withLock { state in
            let more = !state.bytes.isEmpty
            state.isScheduled = more
            defer { state.waiters = [] }
            return (state.waiters, more)
        }
        for waiter in waiters { waiter.resume() }
        return more
    }

    /// Fails later sends, and those that wait; `keepingBytes` still lets `take()` have what was queued.
    func end(_ error: WebSocketError, keepingBytes: Bool = false) {
        let waiters = state.withLock { state in
            state.error = state.error ?? error
            if !keepingBytes { state.bytes = [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(throwing: error) }
    }
}
