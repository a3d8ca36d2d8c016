import Configuration
import Glibc

/// The folder that holds what PocketBell must not forget: the store, the signed-in accounts, and the control socket.
///
/// It and everything in it belong to one user alone.
package struct StateFolder: Sendable, Hashable {
    package let path: String

    /// - Parameter path: absolute or relative; the folder need not exist yet.
    package init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    package var accounts: String { path + "/accounts" }
    package var controlSocket: String { path + "/control.sock" }

    /// Whether there is a store, or anybody is signed in.
    var isInUse: Bool {
        unsafe access("\(path)/pocketbell.sqlite", F_OK) == 0 || !AccountFile.names(in: self).isEmpty
    }

    /// - Throws: where nobody has ever begun with anything; a question then is no reason to make a store.
    func requireUse(_ configuration: Configuration) throws(DaemonError) {
        guard configuration.file == nil, !isInUse else { return }
        throw DaemonError(
            .unavailable, "no program of yours runs, nobody is signed in, and there is no service on this machine",
            hint: "pocketbell login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG, then: pocketbell run")
    }

    /// Makes the folder with what leads to it, readable by this user only.
    ///
    /// - Throws: `DaemonError` of kind `stateFolder` when it cannot be made or belongs to somebody else.
    package func create() throws(DaemonError) {
        for folder in [path, accounts] { try Self.makePrivate(folder) }
    }

    private static func makePrivate(_ folder: String) throws(DaemonError) {
        var parent = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            parent += parent.isEmpty && part.isEmpty ? "/" : "\(part)/"
            if unsafe mkdir(parent, 0o755) != 0, errno != EEXIST, errno != EACCES, errno != EROFS, errno != EISDIR {
                throw .stateFolder(folder, errno)
            }
        }
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw .stateFolder(folder, errno) }
        var status = stat()
        guard unsafe stat(folder, &status) == 0 else { throw .stateFolder(folder, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .stateFolder(folder, ENOTDIR) }
        guard status.st_uid == geteuid() else { throw .stateFolder(folder, EPERM) }
        let isPrivate = status.st_mode & 0o077 == 0
        guard unsafe isPrivate || chmod(folder, 0o700) == 0 else { throw .stateFolder(folder, errno) }
        guard unsafe access(folder, W_OK) == 0 else { throw .stateFolder(folder, errno) }
    }
}
