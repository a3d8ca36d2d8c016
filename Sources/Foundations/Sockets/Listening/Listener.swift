import CLibWebSockets
import Glibc
import Runtime

/// Accepts connections from one listening descriptor, which the library only polls, until ``close()`` or the loop's end.
@safe package actor Listener {
    /// Whose service thread accepts, and to which every accepted connection belongs.
    package nonisolated let loop: EventLoop
    /// The service thread of ``loop``.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// With the port that was chosen.
    package nonisolated let endpoint: Endpoint

    private let descriptor: Int32
    private let vhost: OpaquePointer
    private let tls: TLSContext?
    private let accepted: @Sendable (Connection) -> Void
    private let makeRoom: @Sendable () -> Bool
    private var wsi: OpaquePointer?
    private var isClosing = false
    private let isClosed = Promise<Void, Never>()

    /// Starts accepting. On the service thread only.
    /// - Parameters:
    ///   - tls: nil accepts plain connections. Ignored on a Unix socket, which never leaves the machine. Its files are
    ///     read now.
    ///   - clientAuthorities: a PEM file with authorities, of which a client with TLS must show a certificate.
    ///   - makeRoom: called on the service thread when the loop has as many connections as it may: whether one of them
    ///     has been dropped in favour of the one that waits to be accepted, which is closed else.
    ///   - accepted: called on the service thread; it must give the connection a handler or end it.
    package init(
        on loop: EventLoop, _ endpoint: Endpoint, tls: TLSIdentity? = nil, clientAuthorities: String? = nil,
        makeRoom: @escaping @Sendable () -> Bool = { false }, accepted: @escaping @Sendable (Connection) -> Void
    ) throws(SocketError) {
        precondition(loop.isOnThread, "a listener is made on the service thread")
        if loop.isStopped { throw .stopped }
        self.loop = loop
        self.makeRoom = makeRoom
        self.accepted = accepted
        let isLocal = if case .unix = endpoint { true } else { false }
        if let tls, !isLocal {
            self.tls = try TLSContext(tls, clientAuthorities: clientAuthorities)
        } else {
            self.tls = nil
        }
        unsafe vhost = try unsafe loop.vhost()
        let socket = try ListeningSocket(endpoint)
        self.endpoint = socket.endpoint
        descriptor = socket.release()
        unsafe wsi = unsafe clws_adopt_listener(vhost, descriptor)
        guard let wsi = unsafe wsi else { throw SocketError(.listen(EMFILE), "the loop's descriptor table is full") }
        unsafe lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(self).toOpaque())
        loop.listeners[ObjectIdentifier(self)] = self
    }

    func acceptPending() {
        // Bounded, so that a flood of connections does not starve those already open.
        for _ in 0..<64 {
            let isFull = loop.connections.count >= loop.connectionLimit
            let fd = clws_accept(descriptor)
            if fd >= 0 {
                take(fd)
                // The descriptors of those who made room are closed in the next service pass: no more of them at a time
                // than there are to spare.
                if isFull { return }
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: pauseAccepting()
            default: break
            }
            return
        }
    }

    private func take(_ fd: Int32) {
        guard loop.connections.count < loop.connectionLimit || makeRoom() else {
            Glibc.close(fd)
            return
        }
        let peer = SocketName.peer(fd)
        // The library closes the descriptor itself when it refuses it.
        guard let wsi = unsafe clws_adopt_socket(vhost, fd) else { return }
        let connection = unsafe Connection(on: loop, accepted: LibraryHandle(pointer: wsi), peer: peer)
        connection.assumeIsolated { $0.adopted(securedBy: tls) }
        accepted(connection)
    }

    /// At the descriptor limit the pending connection stays readable: without a pause poll would spin.
    private func pauseAccepting() {
        guard let wsi = unsafe wsi else { return }
        unsafe lws_rx_flow_control(wsi, 0)
        unsafe lws_set_timer_usecs(wsi, 100_000)
    }

    func resumeAccepting() {
        if let wsi = unsafe wsi { unsafe lws_rx_flow_control(wsi, 1) }
    }

    /// Returns when the descriptor is closed.
    package func close() async {
        guard let wsi = unsafe wsi else { return }
        if !isClosing { unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC) }
        isClosing = true
        await isClosed.valueEvenIfCancelled()
    }

    func closed() {
        if let wsi = unsafe wsi { unsafe lws_set_opaque_user_data(wsi, nil) }
        unsafe wsi = nil
        isClosed.keep()
        loop.listeners[ObjectIdentifier(self)] = nil
    }
}
