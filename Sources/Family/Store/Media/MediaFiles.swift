import Cryptography
import Glibc
import Values

/// The files of media: each named by what is in it, for this user alone. Whoever calls blocks for the disk.
package struct MediaFiles: Sendable {
    /// The largest file that is read, in bytes.
    package static let limit = 16 << 20
    /// A file that no row names stays so long: rows may have been lost with a damaged database, and what is unsent must not be.
    static let patience: Duration = .seconds(7 * 86_400)

    private let folder: StateFolder

    /// - Parameter folder: the state folder; the files lie in `media` below it, which is made with the first.
    package init(in folder: StateFolder) { self.folder = folder["media"] }

    /// Writes the bytes, unless they are there; when this returns they are safe on the disk.
    ///
    /// - Returns: The name of the file.
    func keep(_ bytes: [UInt8]) throws(StoreError) -> MediaRow.Hash {
        let hash = Self.hash(of: bytes)
        try folder.create()
        if self.bytes(of: hash) != nil { return hash }
        do throws(SystemError) {
            try PrivateFile.replace(path(hash), with: bytes)
        } catch {
            throw folder.failure("cannot take a picture", reason: error.code)
        }
        return hash
    }

    /// `nil` for a file that is not there, or that does not hold what its name says.
    package func bytes(of hash: MediaRow.Hash) -> [UInt8]? {
        guard hash.isName, let bytes = try? PrivateFile.read(path(hash), limit: Self.limit) else { return nil }
        return Self.hash(of: bytes) == hash ? bytes : nil
    }

    /// Removes what no row needs: at once what was removed from the table, after a time what was never there.
    ///
    /// - Parameters:
    ///   - removed: what no row needs any more.
    ///   - needed: what rows name.
    func sweep(removed: Set<MediaRow.Hash>, needed: Set<MediaRow.Hash>, now: Timestamp) {
        for name in PrivateFile.names(in: folder.path) {
            let hash = MediaRow.Hash(rawValue: name)
            guard !needed.contains(hash) else { continue }
            var status = stat()
            guard unsafe stat("\(folder.path)/\(name)", &status) == 0 else { continue }
            let age = now.duration(since: Timestamp(seconds: Int64(status.st_mtim.tv_sec)))
            guard removed.contains(hash) || age > Self.patience else { continue }
            _ = unsafe unlink("\(folder.path)/\(name)")
        }
    }

    private func path(_ hash: MediaRow.Hash) -> String { "\(folder.path)/\(hash.rawValue)" }

    /// The name of a file with these bytes.
    package static func hash(of bytes: [UInt8]) -> MediaRow.Hash {
        let digits = SHA256.hash(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return MediaRow.Hash(rawValue: digits.joined())
    }
}
