import CLinux
import Glibc
import Values

/// A descriptor that becomes readable when somebody has work for the thread that polls it (Linux eventfd).
package final class EventDescriptor: Sendable {
    /// To be polled for POLLIN. Owned by this object.
    package let descriptor: Int32

    /// - Throws: `errno`, such as EMFILE.
    package init() throws(EventDescriptorError) {
        descriptor = clinux_eventfd()
        if descriptor < 0 { throw EventDescriptorError(code: errno) }
    }

    deinit { close(descriptor) }

    /// Makes the descriptor readable until ``clear()``. Any thread may call it; it never blocks.
    package func signal() {
        var one: UInt64 = 1
        // Fails only when the counter is full, and then the descriptor is readable anyway.
        _ = unsafe write(descriptor, &one, 8)
    }

    /// Called by the owner after its poll and before it takes from its mailbox.
    package func clear() {
        var count: UInt64 = 0
        // Fails with EAGAIN when nobody signalled.
        _ = unsafe read(descriptor, &count, 8)
    }
}

/// The system gave no descriptor.
package struct EventDescriptorError: Error, Equatable, CustomStringConvertible {
    /// `errno`, such as `EMFILE`.
    package let code: Int32

    /// - Parameter code: `errno` right after `eventfd` or `timerfd_create` has failed.
    package init(code: Int32) {
        self.code = code
    }

    /// A sentence for people, with the next step.
    package var description: String {
        "the system gave no descriptor (\(SystemError(code))); look at the limit of open files"
    }
}
