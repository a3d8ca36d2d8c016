import Glibc
import Values

/// Folders below `set-aside` in the state folder: files of stores that gave way to others. The newest few are kept.
struct SetAside: Sendable {
    /// Where the folders are.
    static let name = "set-aside"
    /// How many are kept.
    static let limit = 3
    /// What the store's file is made of. The log belongs to it: without it the last commits would be missing.
    static let suffixes = ["", "-wal", "-shm"]
    /// A file that is in a folder for as long as nobody has taken over what can be read there.
    private static let mark = "unread"

    private let root: StateFolder

    init(in folder: StateFolder) { root = folder[Self.name] }

    /// Moves the store's files into a new folder, the log first: a file without its log would pass for the whole.
    ///
    /// - Parameter isDamaged: whether what can be read of them is still to be taken over; a crash does not forget it.
    /// - Returns: The folder; `nil` if there is no file to move.
    func take(_ path: String, because reason: String, at now: Timestamp, isDamaged: Bool) throws(SystemError) -> String?
    {
        guard unsafe access(path, F_OK) == 0 else { return nil }
        try make(root.path)
        let folder = root["\(Self.stamp(now))-\(reason)"].path
        try make(folder)
        if isDamaged {
            let descriptor = unsafe open("\(folder)/\(Self.mark)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SystemError() }
            close(descriptor)
        }
        for suffix in ["-wal", "-shm", ""] {
            guard unsafe rename(path + suffix, "\(folder)/\(StateFolder.storeName)\(suffix)") == 0 || errno == ENOENT
            else {
                throw SystemError()
            }
        }
        _ = StateFolder.syncFolder(of: "\(folder)/x")
        _ = StateFolder.syncFolder(of: path)
        return folder
    }

    /// The newest folder whose files nobody has read yet.
    var unread: String? {
        folders.reversed().map { root[$0].path }.first { unsafe access("\($0)/\(Self.mark)", F_OK) == 0 }
    }

    /// What could be read has been taken over.
    func wasRead(_ folder: String) { _ = unsafe unlink("\(folder)/\(Self.mark)") }

    /// Takes away all but the newest.
    func tidy() {
        for folder in folders.dropLast(Self.limit) where unsafe access("\(root[folder].path)/\(Self.mark)", F_OK) != 0 {
            for name in StateFolder.names(in: root[folder].path) { _ = unsafe unlink("\(root[folder].path)/\(name)") }
            _ = unsafe rmdir(root[folder].path)
        }
    }

    /// Their names begin with the moment, so this is their order.
    private var folders: [String] { StateFolder.names(in: root.path).sorted() }

    private func make(_ path: String) throws(SystemError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError() }
    }

    /// In UTC, to the microsecond: two never have one name.
    static func stamp(_ now: Timestamp) -> String {
        let text = "\(now)"
        return String(text.map { $0 == ":" ? "-" : $0 })
    }
}

extension StateFolder {
    /// What lies in a folder; nothing if it cannot be read.
    static func names(in path: String) -> [String] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// A file beside the store that says that it is damaged, for the next start: not everything that is damaged is met by a short look.
struct DamageNote {
    private let path: String

    init(_ store: String) { path = store + "-damaged" }

    /// What was found; `nil` if nothing was noted.
    var text: String? { unsafe access(path, F_OK) == 0 ? "damage was noted by the last run" : nil }

    /// Makes the file; on a disk that fails too there is nothing more to be done.
    func write() {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    func remove() { _ = unsafe unlink(path) }
}

/// How a store's files are told from others.
enum StoreMark {
    /// "PkBl" as SQLite's `application_id`: another program's file is refused, not overwritten.
    static let applicationID: Int32 = 0x506B_426C
    /// A checked copy under this name takes the store's place at the next opening.
    static let restoreName = StateFolder.storeName + "-restoring"
    /// The same for what a running program still had when its file was taken away.
    static let rescueName = StateFolder.storeName + "-rescued"
    /// The two, in the order in which they are taken up.
    static let waitingNames = [restoreName, rescueName]
    /// What the store is called in `meta`: it tells one from another.
    static let idName = "store.id"
}
