import Glibc
import Runtime
import SQLite
import Values

/// Puts a copy where the next opening of the store finds it and takes it up.
package struct StoreRestore: Sendable {
    private let folder: StateFolder

    /// - Parameter folder: whose store the copy replaces.
    package init(in folder: StateFolder) { self.folder = folder }

    /// Checks a copy and gets it ready: after this the next opening puts the store aside and takes the copy in its place, whatever
    /// happens in between. The file itself stays as it is.
    ///
    /// - Throws: what is wrong with the copy; nothing has changed then.
    package func stage(_ path: String) async throws(StoreError) -> StoreCopy {
        // On a thread of its own: it takes as long as the disk does.
        let answer = Promise<StoreCopy, any Error>()
        do {
            _ = try ServiceThread(name: "restore") { answer.keep(Result { try stageNow(path) }) }
            return try await answer.valueEvenIfCancelled()
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private func stageNow(_ path: String) throws(StoreError) -> StoreCopy {
        let part = "\(folder.path)/\(StoreMark.restoreName).part"
        defer { for suffix in SetAside.suffixes { _ = unsafe unlink(part + suffix) } }
        do {
            for suffix in ["", "-wal"] {
                try Self.copyBytes(path + suffix, to: part + suffix, isNeeded: suffix.isEmpty)
            }
            var examined: StoreCopy?
            let photos = CopiedPhotos(MediaFiles(in: folder))
            try DatabaseFile(part).copy(to: "\(folder.path)/\(StoreMark.restoreName)") { file in
                examined = try StoreCopy(examining: file, named: path)
                // A copy of an older version has no place for them: what lies in the folder of media is there all the same.
                if try file.describe().version == Migration.all.count { examined?.take(try photos.unpack(from: file)) }
            }
            guard var examined else {
                throw StoreError(.unexpected, "The copy was not checked.", nextStep: "Report this.")
            }
            examined.take(try LedgerFile.contents(in: folder))
            return examined
        } catch let error as DatabaseError where error.kind == .notADatabase || error.kind == .corrupt {
            throw StoreError(
                .corrupted, "\(path) is no copy of a store, or it is damaged.", nextStep: "Use another copy.",
                detail: error.description)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// A store that was never asked for leaves nothing.
    private static func copyBytes(_ source: String, to target: String, isNeeded: Bool) throws {
        // A pipe would keep who opens it waiting before anybody could say that it is no copy.
        let from = unsafe open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if from < 0, errno == ENOENT, !isNeeded { return }
        guard from >= 0 else { throw unreadable(source) }
        defer { close(from) }
        var status = stat()
        guard unsafe fstat(from, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable(source, EINVAL)
        }
        _ = unsafe unlink(target)
        let to = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard to >= 0 else { throw SystemError() }
        defer { close(to) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe read(from, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(source) }
            if count == 0 { return }
            var written = 0
            while written < count {
                let step = unsafe buffer.withUnsafeBytes {
                    unsafe write(to, $0.baseAddress! + written, count - written)
                }
                if step < 0, errno == EINTR { continue }
                guard step > 0 else { throw SystemError() }
                written += step
            }
        }
    }

    private static func unreadable(_ path: String, _ code: Int32 = errno) -> StoreError {
        StoreError(
            .unusable, "The copy \(path) cannot be read: \(SystemError(code)).",
            nextStep: "Name a file that is there and that the program's user may read.")
    }
}
