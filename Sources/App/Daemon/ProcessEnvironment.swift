import Glibc
package import Systemd

/// What the process has from whoever started it: its variables, the folder that relative paths begin in, a desktop session.
package enum ProcessEnvironment {
    /// As they are now; of two with one name the last.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            let parts = unsafe String(cString: variable).split(separator: "=", maxSplits: 1)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            unsafe next += 1
        }
        return variables
    }

    /// The path as a command in another folder has to name it, also of a file that is gone. A link stays what it is: it may point to
    /// another file by the next time.
    package static func complete(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
        guard let name = parts.last, let folder = resolved(folder) else { return path }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// The path without links in it; `nil` for one that leads to nothing.
    package static func resolved(_ path: String) -> String? {
        guard let complete = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(complete) }
        return unsafe String(cString: complete)
    }
}

extension SessionBus {
    /// Whether this process belongs to a desktop session, as a system service does not.
    package static var isOfSession: Bool {
        let environment = ProcessEnvironment.variables
        if environment["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"] else { return false }
        return unsafe access("\(folder)/bus", F_OK) == 0
    }

    /// The bus of that session; `nil` where there is none, or none that lets this process in.
    package static func ofSession() -> SessionBus? { isOfSession ? try? SessionBus() : nil }
}
