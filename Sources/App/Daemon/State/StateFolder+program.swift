package import Configuration
import Glibc
package import Store
import Values

/// What the program keeps in its state folder besides the store.
extension StateFolder {
    /// The sessions of the accounts.
    var accounts: String { self["accounts"].path }
    /// Where a program that is no service has its control socket.
    package var controlSocket: String { path + "/control.sock" }

    /// Whether there is a store, or anybody is signed in.
    package var isInUse: Bool {
        unsafe access("\(path)/pocketbell.sqlite", F_OK) == 0 || !AccountFile.names(in: self).isEmpty
    }

    /// Makes ready what a program of this configuration works with. Root takes up the rights of the folder's owner first, for
    /// good: what it left behind in a service's folder would keep the service from its own store.
    package func prepare(for configuration: Configuration) throws {
        if geteuid() == 0, let owner = try owner ?? serviceOwner(configuration), owner != 0 { try become(owner) }
        try create()
        try self["accounts"].create()
    }

    /// What of the folder, of those above it and of what sign-ins leave in it is not there yet.
    package struct Trace: Sendable {
        /// Those deeper inside first.
        fileprivate let missing: [String]

        /// Takes away what has been made since, as far as nothing else lies in it.
        package func undo() {
            for path in missing where unsafe unlink(path) != 0 { _ = unsafe rmdir(path) }
        }
    }

    /// To be taken before ``prepare(for:)`` by who may have to undo it.
    package var trace: Trace {
        var paths = ["\(accounts)/.lock", accounts, path]
        while let slash = paths[paths.count - 1].lastIndex(of: "/"), slash != paths[paths.count - 1].startIndex {
            paths.append(String(paths[paths.count - 1][..<slash]))
        }
        return Trace(missing: paths.filter { unsafe access($0, F_OK) != 0 })
    }

    /// Before the service has ever run there is no folder of it: it is made as systemd makes it.
    private func serviceOwner(_ configuration: Configuration) throws(DaemonError) -> uid_t? {
        guard configuration.file == Configuration.serviceFile, let entry = unsafe getpwnam("pocketbell") else {
            return nil
        }
        let (user, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
        guard unsafe mkdir(path, 0o700) == 0, unsafe lchown(path, user, group) == 0 else {
            throw .stateFolder(path, errno)
        }
        return user
    }

    private func become(_ user: uid_t) throws(DaemonError) {
        guard let entry = unsafe getpwuid(user) else {
            // A container's root with a folder of a user whom only the host knows.
            var status = stat()
            guard unsafe stat(path, &status) == 0, setgroups(0, nil) == 0, setgid(status.st_gid) == 0,
                setuid(user) == 0
            else { throw .stateFolder(path, errno) }
            return
        }
        let group = unsafe entry.pointee.pw_gid
        guard unsafe initgroups(entry.pointee.pw_name, group) == 0, setgid(group) == 0, setuid(user) == 0 else {
            throw .stateFolder(path, errno)
        }
    }

    /// The socket that a program with this state folder makes, and whether its group may use it.
    ///
    /// systemd gives the machine's service a folder of its own for that. A unit of a user's gets one too, but there commands
    /// look into the state folder, which they know.
    func controlPlace(
        _ environment: [String: String] = ProcessEnvironment.variables
    ) -> (path: String, isForGroup: Bool) {
        guard let runtime = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first, runtime.hasPrefix("/"),
            !runtime.hasPrefix("/run/user/"),
            !(environment["XDG_RUNTIME_DIR"].map { runtime.hasPrefix($0 + "/") } ?? false)
        else { return (controlSocket, false) }
        return ("\(runtime)/control.sock", true)
    }
}

extension StateFolder {
    /// Where the agents of people's desktops come in: beside the control socket, and in the machine's service for everybody.
    package func desktopPlace(
        _ environment: [String: String] = ProcessEnvironment.variables
    ) -> (path: String, isForEverybody: Bool) {
        let (control, isService) = controlPlace(environment)
        return (String(control.dropLast("control.sock".count)) + "desktops.sock", isService)
    }
}

extension Store {
    /// Takes up what a person wants of the disk.
    package func take(_ settings: StoreSettings?) {
        room.wish = settings?.ballast ?? RoomReading.usualBallast
        room.wanted = (settings?.keep).map { KeepingWish(messages: $0.messages, history: $0.history) }
    }
}

extension DaemonError {
    fileprivate static func stateFolder(_ path: String, _ code: Int32) -> DaemonError {
        let reason = SystemError(code)
        if reason.isFull {
            return DaemonError(
                .unavailable, "the state folder \(path) cannot be used: \(reason)", hint: "make room on the disk")
        }
        return DaemonError(
            .stateFolder, "the state folder \(path) cannot be used: \(reason)",
            hint: "make it writable for this user, or name another with 'state:' in the configuration")
    }
}
