import Daemon
import Glibc
import Images
import TextFormats
import Values

/// A photo on this machine that is to be sent.
enum PhotoFile {
    /// The largest file that is read, in bytes: several times what cameras write.
    static let limit = 64 << 20

    /// Reads it and makes of it what may be sent: small, upright, and without a word of where and when it was taken.
    ///
    /// - Parameter file: as typed.
    /// - Throws: what is wrong with the file; nothing is sent then.
    static func prepared(_ file: String) throws(DaemonError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try read(file)
        } catch {
            let what = error.code == EFBIG ? "is larger than \(limit >> 20) MiB" : "can't be read: \(error)"
            throw DaemonError(.usage, "\(file.harmless) \(what)", hint: "name another file with --photo")
        }
        do throws(PictureError) {
            return try JPEGPicture(bytes).shrunk(to: PhotoRules.limits)
        } catch {
            throw DaemonError(.usage, "\(file.harmless) \(error)", hint: "name another file with --photo")
        }
    }

    private static func read(_ file: String) throws(SystemError) -> [UInt8] {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError() }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw SystemError(EFBIG) }
        }
    }
}
