import CLibWebSockets
import Glibc

/// The client's transport: connects address by address, passes a proxy, negotiates TLS and the upgrade, then carries
/// a WebSocket. lws gives it polling and timers; its executor is the service thread.
@safe actor ClientConnection {
    nonisolated let loop: LwsLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    enum Phase { case connecting, proxy, tls, upgrade, open, finishing, ended }

    let options: WSOptions
    let handshake: ClientHandshake
    /// Those not tried yet, in order.
    var addresses: ArraySlice<SocketAddress>
    var failures: [String] = []
    let deadline: ContinuousClock.Instant

    var phase = Phase.connecting
    var phaseSince = ContinuousClock.now
    /// nil before the first address and once lws has closed it.
    var wsi: OpaquePointer?
    var address = ""
    var tls: TLSSession?
    var reader = HTTPResponseHeadReader()
    var opening: CheckedContinuation<WebSocketConnection, any Error>?
    var webSocket: WebSocketConnection?

    /// Bytes for the socket, encrypted if there is TLS.
    var output: [UInt8] = []
    var outputOffset = 0

    init(on loop: LwsLoop, options: WSOptions, addresses: [SocketAddress]) {
        self.loop = loop
        self.options = options
        self.addresses = addresses[...]
        handshake = ClientHandshake(options)
        deadline = .now + .seconds(options.connectTimeout)
    }

    /// Returns when the WebSocket is open.
    func open() async throws -> WebSocketConnection {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                if loop.isStopped { return continuation.resume(throwing: WSError.shutdown) }
                opening = continuation
                loop.clients[ObjectIdentifier(self)] = self
                connectToNextAddress()
            }
        } onCancel: {
            loop.post { [self] _ in assumeIsolated { $0.cancel() } }
        }
    }

    private func cancel() {
        guard let opening else { return }
        self.opening = nil
        opening.resume(throwing: CancellationError())
        end(nil)
    }

    // MARK: called by lws

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard let tls else { return unsafe receivedPlain(bytes) }
        do throws(WSError) {
            unsafe tls.received(bytes)
            if phase == .tls { try continueTLS() }
            guard tls.isEstablished else { return }
            try decryptAll(tls)
        } catch {
            end(error)
        }
    }

    private func decryptAll(_ tls: TLSSession) throws(WSError) {
        while phase != .ended {
            guard let count = try unsafe tls.read(into: loop.decrypted) else { return end(nil) }
            // Reading may have produced an answer, such as a new key.
            transmit()
            guard count > 0 else { return }
            unsafe receivedPlain(UnsafeRawBufferPointer(rebasing: loop.decrypted[..<count]))
        }
    }

    private func receivedPlain(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .open, .finishing:
            nonisolated(unsafe) let bytes = unsafe bytes  // does not leave this thread
            webSocket?.assumeIsolated { unsafe $0.received(bytes) }
        case .proxy, .upgrade:
            unsafe reader.append(bytes)
            receivedHead()
        case .connecting, .tls, .ended: break
        }
    }

    func writable() {
        if phase == .connecting { return connected() }
        pump()
        webSocket?.assumeIsolated { $0.flush() }
    }

    func closed() {
        let error =
            unsafe phase == .connecting ? wsi.flatMap { unsafe SystemError.pending(on: lws_get_socket_fd($0)) } : nil
        unsafe wsi = nil
        switch phase {
        case .connecting: failed(error?.description ?? "closed")
        case .proxy, .tls, .upgrade: end(.connect("\(address): closed by the peer during the \(phase) handshake"))
        case .open, .finishing: end(nil)
        case .ended: break
        }
    }

    func tick() {
        armTimer()
        let now = ContinuousClock.now
        switch phase {
        case .connecting, .proxy, .tls, .upgrade:
            if now > deadline { return end(.timeout) }
            // The last address may use what time is left.
            if phase == .connecting, !addresses.isEmpty, now - phaseSince > .seconds(2) { failed("timeout") }
        case .open: webSocket?.assumeIsolated { $0.tick(now) }
        case .finishing: if now - phaseSince > .seconds(1) { end(nil) }
        case .ended: break
        }
    }

    func armTimer() {
        guard let wsi = unsafe wsi else { return }
        let period: Int64
        if phase == .open {
            let shortest = [options.pingAfter, options.hangupAfter].filter { $0 > 0 }.min() ?? UInt16(8)
            period = min(Int64(shortest), 8) * 250_000
        } else {
            period = 100_000
        }
        // At multiples of the period, so that the timers of all connections fire in one wake-up.
        unsafe lws_set_timer_usecs(wsi, period - lws_now_usecs() % period)
    }

    // MARK: ending

    /// The one terminal path; later calls do nothing.
    func end(_ error: WSError?) {
        guard phase != .ended else { return }
        phase = .ended
        dropSocket()
        loop.clients[ObjectIdentifier(self)] = nil
        opening?.resume(throwing: error ?? .lost("closed"))
        opening = nil
        webSocket?.assumeIsolated { $0.transportClosed(error) }
        webSocket = nil
    }

    /// Lets go of the wsi; lws closes it later and tells nobody.
    func dropSocket() {
        guard let wsi = unsafe wsi else { return }
        unsafe self.wsi = nil
        unsafe lws_set_opaque_user_data(wsi, nil)
        unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC)
    }
}
