import CLinux
import Glibc
import Values

/// What a thread sleeps on until a moment that other threads may move (Linux timerfd). The time in which the machine sleeps counts.
final class TimerDescriptor: Sendable {
    private let descriptor: Int32

    /// - Throws: `errno`, such as EMFILE.
    init() throws(EventDescriptorError) {
        descriptor = clinux_timer()
        if descriptor < 0 { throw EventDescriptorError(code: errno) }
    }

    deinit { close(descriptor) }

    /// Moves the moment to `delay` from now; a past one is now. Any thread may call it; it never blocks.
    func set(after delay: Duration) {
        let (seconds, attoseconds) = delay.components
        var time = itimerspec()
        // Zero would stop the timer. A thousand years is for ever, and cannot overflow.
        time.it_value.tv_sec = Int(min(max(seconds, 0), 31_536_000_000))
        time.it_value.tv_nsec = Int(max(attoseconds / 1_000_000_000, 0))
        if time.it_value.tv_sec == 0 { time.it_value.tv_nsec = max(time.it_value.tv_nsec, 1) }
        let code = unsafe timerfd_settime(descriptor, 0, &time, nil)
        precondition(code == 0, "a timer cannot be set: \(SystemError())")
    }

    /// Blocks until the moment has come. Without one it blocks until there is one.
    func wait() {
        var count: UInt64 = 0
        while unsafe read(descriptor, &count, 8) < 0 {
            precondition(errno == EINTR, "a timer cannot be read: \(SystemError())")
        }
    }
}
