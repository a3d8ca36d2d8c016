import Glibc

/// A listener whose queue is full: the kernel drops what knocks, as a firewall would.
package struct Hole: Sendable {
    private let sockets: [RawSocket]

    /// - Parameter address: IPv4, numeric.
    package init(on address: String, port: Int) throws {
        let (listening, _) = try RawPeer.listen(on: address, port: port, backlog: 0)
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

    package func close() { for socket in sockets { socket.close() } }
}
