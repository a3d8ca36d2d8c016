import Configuration
import Glibc
import Store

/// What the program keeps in its state folder besides the store.
extension StateFolder {
    /// The sessions of the accounts.
    package var accounts: String { self["accounts"].path }
    var controlSocket: String { path + "/control.sock" }

    /// Whether there is a store, or anybody is signed in.
    var isInUse: Bool {
        unsafe access("\(path)/pocketbell.sqlite", F_OK) == 0 || !AccountFile.names(in: self).isEmpty
    }

    /// Makes ready what a program of this configuration works with. Root takes up the rights of the folder's owner first, for
    /// good: what it left behind in a service's folder would keep the service from its own store.
    func prepare(for configuration: Configuration) throws {
        if geteuid() == 0, let owner = try owner ?? serviceOwner(configuration), owner != 0 { try become(owner) }
        try create()
        try self["accounts"].create()
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

    /// - Throws: where nobody has ever begun with anything; a question then is no reason to make a store.
    func requireUse(_ configuration: Configuration) throws(DaemonError) {
        guard configuration.file == nil, !isInUse else { return }
        throw DaemonError(
            .unavailable, "no program of yours runs, nobody is signed in, and there is no service on this machine",
            hint: "pocketbell login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG, then: pocketbell run")
    }
}
