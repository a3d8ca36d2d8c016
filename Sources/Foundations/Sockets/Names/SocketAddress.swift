import Glibc
import Values

/// A numeric address and port, or the path of a Unix socket, ready for `connect`.
package struct SocketAddress: Sendable {
    private var storage: sockaddr_storage
    private var size: socklen_t
    /// Without the port.
    package let text: String

    init?(_ info: addrinfo, port: Int) {
        guard let address = unsafe info.ai_addr, unsafe Int(info.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size
        else {
            return nil
        }
        storage = sockaddr_storage()
        size = unsafe info.ai_addrlen
        let bytes = unsafe UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen))
        unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyMemory(from: bytes) }
        var host = [CChar](repeating: 0, count: 64)
        guard unsafe getnameinfo(address, info.ai_addrlen, &host, 64, nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        text = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The port lies at the same place in both families.
        unsafe withUnsafeMutableBytes(of: &storage) {
            unsafe $0.storeBytes(of: in_port_t(port).bigEndian, toByteOffset: 2, as: in_port_t.self)
        }
    }

    /// - Parameter path: of a Unix socket, 1...107 bytes.
    package init(unixSocket path: String) throws(SocketError) {
        let room = MemoryLayout<sockaddr_un>.size - 2
        guard 1..<room ~= path.utf8.count, !path.utf8.contains(0) else {
            throw SocketError(
                .invalidOption, "the path of a Unix socket has 1 to \(room - 1) bytes: \(path.prefix(120))")
        }
        storage = sockaddr_storage()
        storage.ss_family = sa_family_t(AF_UNIX)
        size = socklen_t(MemoryLayout<sockaddr_un>.size)
        text = path
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            for (index, byte) in path.utf8.enumerated() { unsafe bytes[2 + index] = byte }
        }
    }

    var isIPv6: Bool { Int32(storage.ss_family) == AF_INET6 }

    /// A socket on its way to this address.
    func startConnecting() -> Result<Int32, SystemError> {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let fd = socket(Int32(storage.ss_family), kind, 0)
        guard fd >= 0 else { return .failure(SystemError()) }
        // Two small messages in a row: the second must not wait 40 ms for the first one's acknowledgement. The library
        // sets it only where it makes the socket itself. A Unix socket refuses it, and needs none.
        var on: Int32 = 1
        unsafe setsockopt(fd, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        let status = unsafe withUnsafePointer(to: storage) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(fd, $0, size) }
        }
        if status == 0 || errno == EINPROGRESS { return .success(fd) }
        let error = SystemError()
        close(fd)
        return .failure(error)
    }
}

/// Where a server listens.
public enum Endpoint: Sendable, Equatable {
    /// A numeric address; port 0 lets the system choose.
    case address(String, port: Int)
    /// A Unix socket, created with mode 0600 in a folder that exists. An existing socket is replaced only if nobody
    /// answers on it.
    case unix(path: String)

    /// The port; nil for a Unix socket.
    public var port: Int? { if case .address(_, let port) = self { port } else { nil } }
}

/// Who is at the other end of a connection.
public enum Peer: Sendable, Equatable {
    /// Numeric address and port.
    case address(String, port: Int)
    /// The process at the other end of a Unix socket, as the kernel recorded it on connect.
    case process(pid: Int32, userID: UInt32, groupID: UInt32)
    case unknown

    /// Who it is, where clients are counted: a user of this machine, an address, or of IPv6 the half of it that a household has, since it can
    /// choose the other half as it likes.
    package var origin: String {
        switch self {
        case .process(_, let user, _): "user \(user)"
        case .address(let text, _): Self.network(text) ?? text
        case .unknown: "somebody"
        }
    }

    /// `nil` of what is no address of IPv6, or of IPv4 in its clothes.
    private static func network(_ text: String) -> String? {
        var address = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        let bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
        guard !bytes.starts(with: Self.mapped) else { return nil }
        return bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "/64"
    }

    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}
