import Glibc
import SQLite
import Values

/// The ledger's file, `pocketbell.ledger` beside the store: lines are added at its end, and synced before anybody relies on them.
///
/// Not for two threads at once.
struct LedgerFile: ~Copyable {
    /// The file's name in the state folder.
    static let name = "pocketbell.ledger"

    private let path: String
    private var descriptor: Int32
    /// In bytes.
    private(set) var size: Int

    /// Opens the file, making it for this user alone if it is missing.
    init(_ path: String) throws(SystemError) {
        self.path = path
        descriptor = try Self.open(path)
        var status = stat()
        size = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit { close(descriptor) }

    private static func open(_ path: String) throws(SystemError) -> Int32 {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError() }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SystemError(EINVAL)
        }
        if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
        return descriptor
    }

    /// Whether somebody took the file away, or put another in its place.
    var isGone: Bool {
        var (own, found) = (stat(), stat())
        guard unsafe fstat(descriptor, &own) == 0, unsafe lstat(path, &found) == 0 else { return true }
        return own.st_ino != found.st_ino || own.st_dev != found.st_dev
    }

    /// Adds lines, and returns when they are on the disk.
    ///
    /// - Parameter before: bytes that a failed attempt has left behind are cut off first.
    mutating func append(_ lines: [LedgerLine]) throws(SystemError) {
        // A crash or a full disk may have left half a line: what follows must not become part of it.
        var text = endsInLine ? "" : "\n"
        for line in lines { text += line.text + "\n" }
        let bytes = Array(text.utf8)
        do throws(SystemError) {
            try Self.write(bytes, to: descriptor)
            guard fdatasync(descriptor) == 0 else { throw SystemError() }
            size += bytes.count
        } catch {
            _ = ftruncate(descriptor, size)
            throw error
        }
    }

    private var endsInLine: Bool {
        guard size > 0 else { return true }
        var byte: UInt8 = 0
        return unsafe pread(descriptor, &byte, 1, size - 1) == 1 && byte == 10
    }

    /// Puts these lines in the place of all others; a crash leaves the old or the new ones.
    mutating func replace(with lines: [LedgerLine]) throws(SystemError) {
        let fresh = path + ".new"
        _ = unsafe unlink(fresh)
        let new = try Self.open(fresh)
        let bytes = Array(lines.map { $0.text + "\n" }.joined().utf8)
        do throws(SystemError) {
            try Self.write(bytes, to: new)
            guard fsync(new) == 0, unsafe rename(fresh, path) == 0 else { throw SystemError() }
        } catch {
            close(new)
            _ = unsafe unlink(fresh)
            throw error
        }
        close(descriptor)
        descriptor = new
        size = bytes.count
        guard StateFolder.syncFolder(of: path) else { throw SystemError() }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(count == 0 ? EIO : errno) }
            written += count
        }
    }

    // MARK: Reading

    /// What the ledger of a state folder knows; nothing where there is none.
    static func contents(in folder: StateFolder) throws(SystemError) -> LedgerContents {
        let path = "\(folder.path)/\(name)"
        guard unsafe access(path, F_OK) == 0 else { return LedgerContents() }
        return try LedgerFile(path).read()
    }

    /// All that it knows; a line that cannot be read hides no other.
    func read() -> LedgerContents {
        var contents = LedgerContents()
        for line in lines(from: 0) {
            if let line { contents.take(line) } else { contents.noteDamage() }
        }
        return contents
    }

    /// The number of the last line, by a look at the file's end; 0 for an empty file.
    var head: Int64 {
        let tail = lines(from: max(0, size - (256 << 10))).compactMap { $0?.number }.max() ?? 0
        return tail > 0 ? tail : read().head
    }

    /// Whose ledger it is, by its first line, which is written with every new file.
    var firstStoreID: String? {
        guard case .store(let id)?? = lines(from: 0, to: 4_096).first??.word else { return nil }
        return id
    }

    private func lines(from start: Int, to end: Int = .max) -> [LedgerLine?] {
        guard let bytes = bytes(from: start, to: min(end, size)) else { return [] }
        var parts = bytes.split(separator: 10)
        // Read from the middle, the first is half of one.
        if start > 0, !parts.isEmpty { parts.removeFirst() }
        return parts.map { part in
            guard let text = String(validating: part, as: UTF8.self) else { return nil }
            return LedgerLine(text[...])
        }
    }

    private func bytes(from start: Int, to end: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: max(0, end - start))
        var filled = 0
        while filled < bytes.count {
            let (wanted, offset) = (bytes.count - filled, start + filled)
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(descriptor, buffer.baseAddress! + filled, wanted, offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? nil : Array(bytes[..<filled]) }
            filled += count
        }
        return bytes
    }
}
