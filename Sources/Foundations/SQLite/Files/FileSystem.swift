import CLinux
import Glibc

/// What kind of file system a database lies on.
enum FileSystem {
    /// Magic numbers of `statfs(2)` for file systems whose locks or shared memory WAL cannot rely on.
    private static let unsafe: [Int: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB2", 0x6573_5546: "FUSE", 0x0102_1997: "9P",
    ]

    static func warnings(for path: String) -> [String] {
        guard let name = unsafe unsafe[Int(clinux_file_system(path))] else { return [] }
        return ["\(path) lies on \(name); WAL needs shared memory and locks that work only on a local disk"]
    }

    /// The folder that holds a file.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether this process may create files in a folder.
    static func isWritable(_ folder: String) -> Bool { unsafe access(folder, W_OK | X_OK) == 0 }

    /// Makes names in the file's folder last through a power cut.
    static func syncFolder(of path: String) -> Bool {
        let descriptor = unsafe open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Some file systems have nothing to sync here, and say so.
        return fsync(descriptor) == 0 || errno == EINVAL
    }
}
