import Glibc

/// How many descriptors (files, sockets, pipes) this process may have open.
///
/// **Running out of them ends the process**: the monitor of libdispatch, Swift's own pool, opens a file once a second while work
/// waits, and crashes when it can't. So a server accepts fewer connections than the limit allows, with some to spare. (A program
/// with ``WorkerThreads`` has no such monitor; the hub's libraries are used elsewhere too.)
package enum DescriptorLimit {
    /// The limit now.
    package static var current: Int {
        Int(clamping: limits.rlim_cur)
    }

    /// Raises the limit to the most that the system grants without privileges.
    ///
    /// - Returns: the limit then.
    @discardableResult
    package static func raise() -> Int {
        var limits = limits
        limits.rlim_cur = limits.rlim_max
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        return current
    }

    private static var limits: rlimit {
        var limits = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        return limits
    }
}
