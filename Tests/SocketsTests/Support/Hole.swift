import Glibc
import Synchronization

/// A listener whose queue is full: the kernel drops what knocks, as a firewall would.
package struct Hole: Sendable {
    /// IPv4, numeric: one of the loopback's that no other hole of this process has.
    package let address: String
    private let sockets: [RawSocket]

    package init(port: Int) throws {
        let (address, listening) = try Self.listen(port: port)
        self.address = address
        var sockets = [listening]
        for _ in 0..<4 {
            let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = in_port_t(port).bigEndian
            name.sin_addr.s_addr = unsafe inet_addr(address)
            unsafe withUnsafePointer(to: name) {
                _ = unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            sockets.append(RawSocket(descriptor: fd))
        }
        self.sockets = sockets
    }

    private static let count = Atomic(0)

    /// The port is given, so on a busy machine an address may have somebody there already.
    private static func listen(port: Int) throws -> (address: String, RawSocket) {
        for _ in 0..<20 {
            let number = count.add(1, ordering: .relaxed).newValue
            let address = "127.7.\(number / 250 % 250).\(number % 250 + 1)"
            do {
                return (address, try RawPeer.listen(on: address, port: port, backlog: 0).0)
            } catch let failure as RawSocket.Failure where failure.code == EADDRINUSE {}
        }
        throw RawSocket.Failure(code: EADDRINUSE)
    }

    package func close() { for socket in sockets { socket.close() } }
}
