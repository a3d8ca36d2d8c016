import Dispatch
import Glibc

enum Resolver {
    /// Addresses of `host`, in the resolver's order. getaddrinfo blocks, so it stays off the service thread.
    static func addresses(of host: String, port: Int) async throws -> [SocketAddress] {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(with: Result { try lookUp(host, port: port) })
            }
        }
    }

    /// No AI_ADDRCONFIG: a host with only loopback would resolve nothing.
    static func lookUp(_ host: String, port: Int, flags: Int32 = 0) throws(WSError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &found)
        guard status == 0 else { throw .resolve("\(host): \(String(cString: gai_strerror(status)))") }
        defer { freeaddrinfo(found) }
        var addresses: [SocketAddress] = []
        var next = found
        while let info = next {
            if let address = SocketAddress(info.pointee, port: port) { addresses.append(address) }
            next = info.pointee.ai_next
        }
        return addresses
    }
}
