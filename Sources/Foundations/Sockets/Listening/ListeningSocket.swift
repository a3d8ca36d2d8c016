import Glibc
import Values

/// A bound, listening, non-blocking descriptor. lws's own listener is not used: it hides bind errors, spins at the
/// descriptor limit, unlinks whatever is at a Unix path and leaves the socket's mode to the umask.
package struct ListeningSocket: ~Copyable {
    private var descriptor: Int32
    let endpoint: Endpoint

    init(_ endpoint: Endpoint) throws(SocketError) {
        switch endpoint {
        case .address(let address, let port): (descriptor, self.endpoint) = try Self.openTCP(address, port)
        case .unix(let path): (descriptor, self.endpoint) = (try Self.openUnix(path), endpoint)
        }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// Hands the descriptor to a new owner.
    consuming func release() -> Int32 {
        let released = descriptor
        descriptor = -1
        return released
    }

    private static func openTCP(_ address: String, _ port: Int) throws(SocketError) -> (Int32, Endpoint) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address, String(port), &hints, &found) == 0, let info = unsafe found else {
            throw Self.failure("\(address) is not a numeric address", EINVAL)
        }
        defer { unsafe freeaddrinfo(found) }
        let fd = unsafe socket(info.pointee.ai_family, info.pointee.ai_socktype | nonBlocking, 0)
        guard fd >= 0 else { throw Self.failure("cannot make a socket", errno) }
        var on: Int32 = 1
        unsafe setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout.size(ofValue: on)))
        guard unsafe Glibc.bind(fd, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0, listen(fd, 512) == 0 else {
            let code = errno
            Glibc.close(fd)
            throw Self.failure("cannot listen on \(address) port \(port)", code)
        }
        return (fd, .address(address, port: boundPort(fd) ?? port))
    }

    private static func boundPort(_ fd: Int32) -> Int? {
        if case .address(_, let port) = SocketName.local(fd) { port } else { nil }
    }

    /// `nil` for an empty path and for one that is too long for a Unix socket.
    private static func unixAddress(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path), !path.isEmpty else { return nil }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        return address
    }

    /// Whether somebody listens on the Unix socket at a path, this process included.
    package static func isListenedOn(_ path: String) -> Bool {
        var info = stat()
        guard var address = unixAddress(path), unsafe lstat(path, &info) == 0 else { return false }
        return isAnswering(&address)
    }

    private static func openUnix(_ path: String) throws(SocketError) -> Int32 {
        guard var address = unixAddress(path) else {
            throw Self.failure("\(path) is empty or too long for a Unix socket", ENAMETOOLONG)
        }
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | nonBlocking, 0)
        guard fd >= 0 else { throw Self.failure("cannot make a socket", errno) }
        // Linux takes a new socket file's mode from the descriptor, so no other thread's umask is touched and there is
        // no moment in which the file is open to others.
        fchmod(fd, 0o600)
        var code = Self.bind(fd, &address)
        if code == EADDRINUSE, !isAnswering(&address), unsafe unlink(path) == 0 { code = Self.bind(fd, &address) }
        if code == 0, listen(fd, 128) != 0 { code = errno }
        guard code == 0 else {
            Glibc.close(fd)
            throw Self.failure("cannot listen on \(path)", code)
        }
        return fd
    }

    private static func bind(_ fd: Int32, _ address: inout sockaddr_un) -> Int32 {
        unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
            }
        }
    }

    /// Whether the path is a socket somebody listens on, or no socket at all: in both cases it is not ours to remove.
    private static func isAnswering(_ address: inout sockaddr_un) -> Bool {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | nonBlocking, 0)
        defer { Glibc.close(fd) }
        let status = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
            }
        }
        guard status == ECONNREFUSED else { return true }
        var info = stat()
        let path = unsafe withUnsafeBytes(of: &address.sun_path) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return unsafe lstat(path, &info) != 0 || info.st_mode & S_IFMT != S_IFSOCK
    }

    private static var nonBlocking: Int32 { Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue) }

    private static func failure(_ text: String, _ code: Int32) -> SocketError {
        SocketError(.listen(code), "\(text): \(SystemError(code))")
    }
}
