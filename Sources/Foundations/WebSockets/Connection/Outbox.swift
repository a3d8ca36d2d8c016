import Runtime

/// Encoded frames on their way from any task to the service thread. Coalesces: many messages leave in one write.
/// Bounded: a sender that finds more than `highWater` bytes waiting is suspended until they are on the wire.
final class Outbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var keys: MaskingKeys?
        var isScheduled = false
        /// Made when somebody must wait; kept when what is queued then has been written.
        var room: Promise<Void, WebSocketError>?
        var error: WebSocketError?
    }

    private let state: Lock<State>
    private let highWater: Int

    /// - Parameter role: a client masks what it sends.
    init(role: WebSocketRole, highWater: Int) {
        self.highWater = highWater
        state = Lock(State(keys: role == .client ? MaskingKeys() : nil))
    }

    /// Adds a frame, whatever waits already.
    ///
    /// - Returns: How many bytes wait now, those that are being written not counted; and whether the caller is to have `take()`
    ///   called on the service thread.
    /// - Throws: Why nothing can be sent any more.
    func add(
        _ opcode: WebSocketFrame.Opcode, _ payload: some Collection<UInt8>, isCompressed: Bool = false
    ) throws(WebSocketError) -> (waiting: Int, mustFlush: Bool) {
        try state.withLock { state throws(WebSocketError) in
            if let error = state.error { throw error }
            WebSocketFrame.append(
                opcode, payload, isCompressed: isCompressed, key: state.keys?.next(), to: &state.bytes)
            defer { state.isScheduled = true }
            return (state.bytes.count, !state.isScheduled)
        }
    }

    /// Whether a sender is to wait when so many bytes do.
    func isFull(_ waiting: Int) -> Bool { waiting > highWater }

    /// Suspends until what was queued has been taken and written. What a cancelled sender has queued goes all the same.
    ///
    /// - Throws: `WebSocketError` when nothing can be sent any more; `CancellationError` when the task is cancelled before there is
    ///   room.
    func waitForRoom() async throws {
        let room = try state.withLock { state throws(WebSocketError) -> Promise<Void, WebSocketError>? in
            if let error = state.error { throw error }
            if state.isScheduled, state.room == nil { state.room = Promise() }
            return state.room
        }
        guard let room else { return }
        guard let outcome = await room.outcomeUnlessCancelled() else { throw CancellationError() }
        try outcome.get()
    }

    /// How many senders wait for room.
    var waitingSenders: Int { state.withLock { $0.room }?.waiterCount ?? 0 }

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
        let (room, more) = state.withLock { state in
            state.isScheduled = !state.bytes.isEmpty
            return (state.room.take(), state.isScheduled)
        }
        room?.keep()
        return more
    }

    /// Fails later sends, and those that wait; `keepingBytes` still lets `take()` have what was queued.
    func end(_ error: WebSocketError, keepingBytes: Bool = false) {
        let room = state.withLock { state in
            state.error = state.error ?? error
            if !keepingBytes { state.bytes = [] }
            return state.room.take()
        }
        room?.keep(.failure(error))
    }
}
