import Glibc

/// An error number of the system (`errno`), and the system's words for it.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package let code: Int32

    /// - Parameter code: by default what the last call left behind.
    package init(_ code: Int32 = errno) { self.code = code }

    /// Whether the disk, or the user's part of it, has no room left.
    package var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// What `strerror` says, such as "No such file or directory".
    package var description: String {
        var buffer = [CChar](repeating: 0, count: 256)
        // Not `strerror`, whose one buffer all threads share.
        let result = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> Int32 in
            guard let start = buffer.baseAddress else { return EINVAL }
            return unsafe strerror_r(code, start, buffer.count)
        }
        let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return result == 0 && !text.isEmpty ? String(decoding: text, as: UTF8.self) : "error \(code)"
    }
}
