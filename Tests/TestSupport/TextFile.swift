import Glibc

/// A file that a test looks into.
package enum TextFile {
    package struct Failure: Error { let code: Int32 }

    package static func read(_ path: String) throws -> String { String(decoding: try bytes(of: path), as: UTF8.self) }

    package static func bytes(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Failure(code: errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Makes a file, or makes it anew.
    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        // Whatever the process's mask takes away.
        fchmod(descriptor, mode)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(code: errno) }
    }

    /// Writes over a part of a file, as a failing disk does.
    package static func overwrite(_ path: String, at offset: Int, with bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, offset) == bytes.count else { throw Failure(code: errno) }
    }
}
