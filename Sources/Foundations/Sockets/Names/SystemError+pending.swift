import Glibc
import Values

extension SystemError {
    /// What became of a non-blocking `connect`; nil if it succeeded.
    static func pending(on fd: Int32) -> SystemError? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return SystemError() }
        return code == 0 ? nil : SystemError(code)
    }
}
