import Glibc

/// How many descriptors sockets may take.
enum DescriptorLimit {
    /// What stays for files, pipes and libdispatch, whose monitor ends the process when it cannot open one.
    static let reserve = 64

    /// Connections a loop may have, from what it was asked to serve and what the process may open.
    static func connections(_ wanted: Int) -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted - 16 }
        return connections(wanted, processLimit: Int(clamping: limit.rlim_cur))
    }

    static func connections(_ wanted: Int, processLimit: Int) -> Int {
        // The library's own: event pipe and listeners.
        max(1, min(wanted - 16, processLimit - reserve))
    }
}
