import CCurl
import Synchronization

/// Orders from any thread to the service thread.
///
/// Invariant for `@unchecked`: `multi` is only handed to `curl_multi_wakeup`, the one call libcurl allows from other threads,
/// and only under the lock and before ``close()``.
@safe final class CommandQueue: @unchecked Sendable {
    enum Command: Sendable {
        case start(Transfer)
        case cancel(Transfer)
        case resume(Transfer)
        /// Finish what runs until then, abort the rest, end the thread.
        case stop(ContinuousClock.Instant)
    }

    private struct State {
        var commands: [Command] = []
        var isOpen = true
    }

    private let state = Mutex(State())
    private let multi: UnsafeMutableRawPointer

    init(waking multi: UnsafeMutableRawPointer) { unsafe self.multi = unsafe multi }

    /// - Returns: `false` if the thread has ended; the command is dropped then.
    @discardableResult
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            state.commands.append(command)
            // A queue that was not empty has its wake-up under way already.
            if state.commands.count == 1 { unsafe curl_multi_wakeup(multi) }
            return true
        }
    }

    /// Swaps the waiting commands into `commands`, which must be empty; both arrays keep their capacity.
    func take(into commands: inout [Command]) {
        state.withLock { swap(&$0.commands, &commands) }
    }

    /// No more wake-ups; returns what came too late.
    func close() -> [Command] {
        state.withLock { state in
            state.isOpen = false
            defer { state.commands = [] }
            return state.commands
        }
    }
}
