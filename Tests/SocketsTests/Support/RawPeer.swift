import Glibc
import Runtime

/// A server that a test writes byte by byte: each connection runs the script on a thread of its own, and is closed when
/// the script returns.
package final class RawPeer: Sendable {
    private struct State {
        var sockets: [RawSocket] = []
        var threads: [ServiceThread] = []
        var isStopped = false
    }

    package let port: Int
    private let listening: RawSocket
    private let state = Lock(State())
    private let script: @Sendable (RawSocket) -> Void

    /// - Parameter address: numeric, IPv4 or IPv6.
    package init(on address: String = "127.0.0.1", _ script: @escaping @Sendable (RawSocket) -> Void) throws {
        (listening, port) = try Self.listen(on: address, port: 0)
        self.script = script
        let thread = try ServiceThread(name: "raw-peer") { [self] in accept() }
        state.withLock { $0.threads.append(thread) }
    }

    /// A listening socket that nobody accepts from.
    package static func listen(on address: String, port: Int, backlog: Int32 = 64) throws -> (RawSocket, Int) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address, String(port), &hints, &found) == 0, let info = unsafe found else {
            throw RawSocket.Failure(code: EINVAL)
        }
        defer { unsafe freeaddrinfo(found) }
        let fd = unsafe socket(info.pointee.ai_family, info.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        let socket = RawSocket(descriptor: fd, limit: .seconds(3600))
        guard unsafe bind(fd, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0, Glibc.listen(fd, backlog) == 0 else {
            throw RawSocket.Failure(code: errno)
        }
        var bound = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        unsafe withUnsafeMutablePointer(to: &bound) {
            _ = unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(fd, $0, &size) }
        }
        // The port lies at the same place in both families.
        return (socket, Int(in_port_t(bigEndian: bound.sin6_port)))
    }

    private func accept() {
        while true {
            let fd = Glibc.accept(listening.descriptor, nil, nil)
            guard fd >= 0 else { return }
            let socket = RawSocket(descriptor: fd)
            guard
                let thread = try? ServiceThread(
                    name: "raw-peer",
                    { [script] in
                        script(socket)
                        socket.close()
                    })
            else { return }
            let isStopped = state.withLock { state in
                state.sockets.append(socket)
                state.threads.append(thread)
                return state.isStopped
            }
            if isStopped { socket.cut() }
        }
    }

    /// Cuts every connection and waits for the scripts to end.
    package func stop() async {
        listening.cut()
        let (sockets, threads) = state.withLock { state in
            state.isStopped = true
            return (state.sockets, state.threads)
        }
        for socket in sockets { socket.cut() }
        for thread in threads { await thread.finished() }
        listening.close()
    }
}

/// Runs a raw server around `body`.
package func withPeer(
    on address: String = "127.0.0.1", _ script: @escaping @Sendable (RawSocket) -> Void,
    body: (_ port: Int) async throws -> Void
) async throws {
    let peer = try RawPeer(on: address, script)
    do {
        try await body(peer.port)
    } catch {
        await peer.stop()
        throw error
    }
    await peer.stop()
}
