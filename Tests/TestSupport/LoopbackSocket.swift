import Glibc

/// Plain blocking sockets on this machine, for peers that no library would let us be.
package enum LoopbackSocket {
    package struct Failure: Error { let code: Int32 }

    /// A socket that listens; nobody is answered unless somebody accepts.
    ///
    /// - Parameter takesLittle: whether the kernel keeps some kilobytes only of what comes: on this machine it would else take megabytes.
    package static func listening(takesLittle: Bool = false) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = try made()
        if takesLittle {
            for (level, option, value) in [
                (SOL_SOCKET, SO_RCVBUF, Int32(8_192)), (Int32(IPPROTO_TCP), TCP_MAXSEG, 536),
            ] {
                withUnsafeBytes(of: value) {
                    _ = setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count))
                }
            }
        }
        var address = self.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &length) == 0 ? 0 : errno
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw Failure(code: code)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    package static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = try made()
        var address = self.address(port: port)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 ? 0 : errno
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw Failure(code: code)
        }
        return descriptor
    }

    /// - Returns: `false` if the other side is gone.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress! + written, $0.count - written, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Reads until the other side ends.
    static func readAll(_ descriptor: Int32, _ body: ([UInt8]) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            body(Array(buffer[..<count]))
        }
    }

    private static func made() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        return descriptor
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
