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
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = flags
        var found: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, nil, &hints, &found)
        guard status == 0 else { throw .resolve(unsafe "\(host): \(String(cString: gai_strerror(status)))") }
        defer { unsafe freeaddrinfo(found) }
        var addresses: [SocketAddress] = []
        var next = unsafe found
        while let info = unsafe next {
            if let address = unsafe SocketAddress(info.pointee, port: port) { addresses.append(address) }
            unsafe next = unsafe info.pointee.ai_next
        }
        return addresses
    }
}
