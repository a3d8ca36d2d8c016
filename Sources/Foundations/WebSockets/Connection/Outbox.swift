import Runtime
import Sockets

/// Encoded frames on their way from any task to the service thread. Coalesces: many messages leave in one write. A message that
/// comes alone is written at once by whoever sends it, which is sooner than waking the service thread, and costs less.
/// Bounded: a sender that finds more than `highWater` bytes waiting is suspended until they are on the wire.
final class Outbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// How many were taken last, at most `Outbox.little`: as many are likely next, and growing step by step copies them.
        var usualCount = 0
        var keys: MaskingKeys?
        var isScheduled = false
        /// What may be written to when nothing is scheduled; `nil` until the first write through the service thread is over.
        var direct: DirectSocket?
        var lastWrite = ContinuousClock.now
        /// Made when somebody must wait; kept when what is queued then has been written.
        var room: Promise<Void, WebSocketError>?
        var error: WebSocketError?

        /// Writes what is there, if it is little, comes alone and may go at once. Under the lock, so that nothing overtakes it, and
        /// so that the end of the connection, which takes this lock, comes before or after it: the call does not wait.
        ///
        /// - Parameter pause: how long nothing was written before a message that comes alone.
        mutating func writeDirectly(after pause: Duration) {
            guard let direct, !isScheduled, bytes.count <= Outbox.little else { return }
            let now = ContinuousClock.now
            guard now - lastWrite >= pause else { return }
            lastWrite = now
            usualCount = 0
            let sent = direct.send(bytes)
            if sent == bytes.count { bytes = [] } else { bytes.removeFirst(sent) }
        }
    }

    /// How many bytes one thread may write for all others.
    static let little = 16 * 1024
    private let state: Lock<State>
    private let highWater: Int
    private let pause: Duration

    /// - Parameters:
    ///   - role: a client masks what it sends.
    ///   - pause: how long nothing was written before a message that comes alone. Behind a shorter one more are likely to follow, which
    ///     then go together.
    init(role: WebSocketRole, highWater: Int, pause: Duration = .microseconds(20)) {
        self.highWater = highWater
        self.pause = pause
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
            if state.bytes.isEmpty { state.bytes.reserveCapacity(state.usualCount) }
            WebSocketFrame.append(
                opcode, payload, isCompressed: isCompressed, key: state.keys?.next(), to: &state.bytes)
            state.writeDirectly(after: pause)
            guard !state.isScheduled, !state.bytes.isEmpty else { return (state.bytes.count, false) }
            state.isScheduled = true
            return (state.bytes.count, true)
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

    /// Whether a message that comes alone is written by its sender.
    var writesDirectly: Bool { state.withLock { $0.direct != nil } }

    /// How many senders wait for room.
    var waitingSenders: Int { state.withLock { $0.room }?.waiterCount ?? 0 }

    /// The bytes to write now, or nil if nothing waits. After them `written()` must be called.
    func take() -> [UInt8]? {
        state.withLock { state in
            guard state.isScheduled else { return nil }
            state.usualCount = min(state.bytes.count, Self.little)
            defer { state.bytes = [] }
            return state.bytes
        }
    }

    /// Marks what was taken as written; returns true when more has been queued meanwhile.
    ///
    /// - Parameter direct: what a message that comes alone may be written to from now on.
    func written(direct: DirectSocket? = nil) -> Bool {
        let (room, more) = state.withLock { state in
            state.isScheduled = !state.bytes.isEmpty
            state.direct = direct
            state.lastWrite = .now
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
