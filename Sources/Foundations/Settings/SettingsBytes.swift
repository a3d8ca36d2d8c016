import Glibc
package import Values

/// What lies at the path of a settings file, or of one that it names.
package enum SettingsBytes {
    case absent
    /// In words for people, such as "a folder".
    case notFile(what: String, step: String = "name the file itself")
    case unreadable(SystemError)
    /// At most one byte more than a settings file may have; exposed when others than the owner may read or write it,
    /// but for a group that root lets read its file.
    case read([UInt8], isExposed: Bool)

    /// Reads it, whatever it is; nothing waits for a writer that never comes.
    package static func read(_ path: String) -> SettingsBytes {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            return code == ENOENT || code == ENOTDIR ? .absent : .unreadable(SystemError(code))
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return .unreadable(SystemError()) }
        // A pipe may come from `--config <(…)`; a device or folder is a mistake.
        let type = status.st_mode & S_IFMT
        guard type == S_IFREG || type == S_IFIFO else {
            return .notFile(what: type == S_IFDIR ? "a folder" : "a device")
        }
        if type == S_IFIFO { _ = fcntl(descriptor, F_SETFL, 0) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var part = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .unreadable(SystemError()) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        // An empty file is a person's word; a pipe that says nothing has no writer, or one that has failed.
        if type == S_IFIFO, bytes.isEmpty {
            return .notFile(
                what: "a pipe that gives nothing", step: "let a program write into it first, or name a file")
        }
        return .read(bytes, isExposed: type == S_IFREG && isExposed(status))
    }

    /// What root gives a group to read is root's decision: on a family server that is the service's group.
    private static func isExposed(_ status: stat) -> Bool {
        let isOfService = status.st_uid == 0 && status.st_gid != 0
        return status.st_mode & (isOfService ? 0o026 : 0o066) != 0
    }

    /// The parser refuses more than this, and says so.
    private static let limit = 1 << 20
}
