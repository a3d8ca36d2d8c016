import CLibWebSockets
import Glibc

/// Names of a descriptor's two ends.
enum SocketName {
    static func local(_ fd: Int32) -> Peer { unsafe name(fd, getsockname) }

    /// The address for TCP, the process for a Unix socket.
    static func peer(_ fd: Int32) -> Peer {
        let name = unsafe name(fd, getpeername)
        guard name == .unknown else { return name }
        var ids: [Int32] = [0, 0, 0]
        guard unsafe clws_peer_credentials(fd, &ids) == 0 else { return .unknown }
        return .process(pid: ids[0], userID: UInt32(bitPattern: ids[1]), groupID: UInt32(bitPattern: ids[2]))
    }

    private static func name(
        _ fd: Int32, _ read: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Peer {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe read(fd, address, &size) == 0, unsafe address.pointee.sa_family != sa_family_t(AF_UNIX)
                else {
                    return .unknown
                }
                var host = [CChar](repeating: 0, count: 64)
                var service = [CChar](repeating: 0, count: 16)
                let status = unsafe getnameinfo(
                    address, size, &host, 64, &service, 16, NI_NUMERICHOST | NI_NUMERICSERV)
                guard status == 0 else { return .unknown }
                return .address(text(host), port: Int(text(service)) ?? 0)
            }
        }
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
