import Glibc

/// The system's words for its error numbers.
package enum SystemMessage {
    /// What `strerror` says about an `errno` value, such as "No such file or directory".
    package static func text(_ code: Int32) -> String {
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
