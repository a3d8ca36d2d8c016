import Glibc
import Runtime
import Synchronization

/// Turns names into addresses. getaddrinfo blocks and cannot be cancelled, so each lookup has a thread of its own: on a
/// global dispatch queue a slow name server would hold up every task of the process, on the service thread every socket.
package enum Resolver {
    /// Lookups that nobody could end, at which further ones are refused.
    static let limit = 16
    private static let running = Atomic<Int>(0)

    /// Addresses of `host`, in the resolver's order but with both families by turns. Numeric ones cost no thread. A lookup
    /// that takes too long, or whose task is cancelled, is left to end by itself.
    package static func addresses(
        of host: String, port: Int, on loop: EventLoop, until deadline: ContinuousClock.Instant
    ) async throws(SocketError) -> [SocketAddress] {
        if let numeric = try? lookUp(host, port: port, flags: AI_NUMERICHOST) { return numeric }
        let found = try await onOwnThread(on: loop, until: deadline) { () throws(SocketError) in
            try lookUp(host, port: port)
        }
        return AddressRace.byTurns(found) { $0.isIPv6 }
    }

    static func onOwnThread(
        on loop: EventLoop, until deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable () throws(SocketError) -> [SocketAddress]
    ) async throws(SocketError) -> [SocketAddress] {
        guard running.add(1, ordering: .relaxed).newValue <= limit else {
            running.subtract(1, ordering: .relaxed)
            throw SocketError(.lookup, "\(limit) name lookups hang: check the name servers of this machine")
        }
        // The first of answer, deadline and cancellation.
        let answer = Promise<[SocketAddress], SocketError>()
        do {
            _ = try ServiceThread(name: "lookup", stackSize: 256 * 1024) {
                let result = Result { () throws(SocketError) in try body() }
                running.subtract(1, ordering: .relaxed)
                answer.keep(result)
            }
        } catch {
            running.subtract(1, ordering: .relaxed)
            throw SocketError(.system, "the system gave no thread for a name lookup (errno \(error.code))")
        }
        let alarm = LoopAlarm(on: loop, after: deadline - .now) { isStopping in
            answer.keep(.failure(isStopping ? .stopped : timeout))
        }
        defer { alarm.cancel() }
        guard let outcome = await answer.outcomeUnlessCancelled() else { throw SocketError(.lookup, "cancelled") }
        return try outcome.get()
    }

    private static var timeout: SocketError {
        SocketError(.timeout, "no answer from the name servers within the limit")
    }

    /// Addresses written as such.
    package static func numeric(_ text: String, port: Int) throws(SocketError) -> [SocketAddress] {
        try lookUp(text, port: port, flags: AI_NUMERICHOST)
    }

    /// No AI_ADDRCONFIG: a host with only loopback would resolve nothing.
    static func lookUp(_ host: String, port: Int, flags: Int32 = 0) throws(SocketError) -> [SocketAddress] {
        guard !host.utf8.contains(0) else { throw SocketError(.invalidOption, "a host name with a NUL") }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = flags
        var found: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, nil, &hints, &found)
        guard status == 0 else {
            throw SocketError(.lookup, unsafe "cannot find \(host): \(String(cString: gai_strerror(status)))")
        }
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
