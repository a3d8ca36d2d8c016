/// Commands from any thread to the one thread that owns something (a C library's handle, a connection, a loop).
///
/// The owner says how it is woken: `lws_cancel_service`, `curl_multi_wakeup`, ``EventDescriptor/signal()`` or
/// ``Parker/unpark()``. All of these are remembered if the owner is not asleep, so the owner's loop is:
/// take, work, sleep.
///
/// A full mailbox refuses; it never blocks the sender and never drops what it accepted.
package final class Mailbox<Command: Sendable>: Sendable {
    /// What became of an offer.
    package enum Acceptance: Sendable, Equatable {
        case accepted
        /// `capacity` commands wait already.
        case full
        /// The owner has ended or is about to.
        case closed
    }

    private struct State {
        var waiting: [Command] = []
        var isClosed = false
    }

    private let state = Lock(State())
    private let capacity: Int
    private let wake: @Sendable () -> Void

    /// - Parameters:
    ///   - capacity: how many commands may wait; at least 1.
    ///   - wake: ends the owner's sleep, or prevents the next. Called with the mailbox locked, hence never after
    ///     `close()` returned, so that it may use what the owner frees then. It must be quick and not use the mailbox.
    package init(capacity: Int, wake: @escaping @Sendable () -> Void) {
        precondition(capacity > 0, "a mailbox holds at least one command")
        self.capacity = capacity
        self.wake = wake
    }

    /// Adds a command unless the mailbox is full or closed.
    package func offer(_ command: Command) -> Acceptance { add(command, capacity: capacity) }

    /// Adds a command even if the mailbox is full: for orders whose number is bounded otherwise, such as "cancel" of
    /// something accepted before, "stop", and the jobs of an executor, which nobody may refuse.
    /// - Returns: `false` if the mailbox is closed.
    @discardableResult
    package func push(_ command: Command) -> Bool { add(command, capacity: .max) == .accepted }

    private func add(_ command: Command, capacity: Int) -> Acceptance {
        state.withLock { state in
            if state.isClosed { return .closed }
            if state.waiting.count >= capacity { return .full }
            state.waiting.append(command)
            // If something waited before, the wake-up for it is under way.
            if state.waiting.count == 1 { wake() }
            return .accepted
        }
    }

    /// Moves all that waits into `commands`, which must be empty. The two arrays change places, so that a loop which
    /// empties and reuses its own allocates nothing.
    package func take(into commands: inout [Command]) {
        precondition(commands.isEmpty, "commands not worked off")
        // Through a local: an inout argument of the caller cannot be merged with the locked state.
        var batch: [Command] = []
        swap(&batch, &commands)
        let taken = exchange(batch)
        commands = taken
    }

    private func exchange(_ empty: [Command]) -> [Command] {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return empty }
            let taken = state.waiting
            state.waiting = empty
            return taken
        }
    }

    /// Refuses from now on, calls `wake` no more, and returns what came too late. The owner calls it as its last act and
    /// answers each of these commands.
    package func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
