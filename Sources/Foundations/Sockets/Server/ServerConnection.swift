import CLibWebSockets
import Glibc

/// One accepted connection: socket state, requests in order, responses, then perhaps a WebSocket.
/// Its executor is the service thread, so lws callbacks enter it with `assumeIsolated`.
@safe actor ServerConnection {
    nonisolated let loop: LwsLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// What the peer's silence means now.
    enum Waiting { case nothing, nextRequest, head, body, linger }

    unowned let server: HTTPServer
    let configuration: HTTPServerConfiguration
    let peer: Peer
    let isLocal: Bool

    /// nil once lws has closed it.
    var wsi: OpaquePointer?
    var parser: HTTPRequestParser
    var waiting = Waiting.nothing
    var waitingSince = ContinuousClock.now
    var inputWaiter: CheckedContinuation<Void, any Error>?
    var isReadingPaused = false
    var isStopping = false
    /// A request has been answered on this connection.
    var hasServed = false
    var task: Task<Void, Never>?

    var output: [Outgoing] = []
    var lastProgress = ContinuousClock.now
    var webSocket: WebSocketConnection?

    init(server: HTTPServer, wsi: LwsHandle, peer: Peer, isLocal: Bool) {
        loop = server.loop
        self.server = server
        configuration = server.configuration
        unsafe self.wsi = unsafe wsi.pointer
        self.peer = peer
        self.isLocal = isLocal
        parser = HTTPRequestParser(limits: server.configuration.parserLimits)
    }

    func start() {
        guard let wsi = unsafe wsi else { return }
        unsafe lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(self).toOpaque())
        // lws itself would close a raw connection that is silent after accept.
        unsafe lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        armTimer()
        task = Task(executorPreference: loop) { await self.serve() }
    }

    // MARK: called by lws

    func received(_ bytes: UnsafeRawBufferPointer) {
        if waiting == .linger { return }
        if let webSocket {
            nonisolated(unsafe) let bytes = unsafe bytes  // does not leave this thread
            return webSocket.assumeIsolated { unsafe $0.received(bytes) }
        }
        unsafe parser.append(bytes)
        if let waiter = inputWaiter {
            inputWaiter = nil
            waiter.resume()
        } else if parser.buffered > configuration.maxHeadBytes {
            // Pipelined requests wait in the kernel while one is being answered.
            pauseReading()
        }
    }

    func closed() {
        if let wsi = unsafe wsi { unsafe lws_set_opaque_user_data(wsi, nil) }
        unsafe wsi = nil
        // Before the cancellation, so that a reader learns the close code instead of CancellationError.
        webSocket?.assumeIsolated { $0.transportClosed(nil) }
        task?.cancel()
        inputWaiter?.resume(throwing: HTTPServerError.disconnected)
        inputWaiter = nil
        for item in output { item.confirmation?.resume(throwing: HTTPServerError.disconnected) }
        output = []
        server.assumeIsolated { $0.remove(self) }
    }

    /// Deadlines are looked at a few times a second instead of moving an lws timer with every request.
    func tick() {
        armTimer()
        let now = ContinuousClock.now
        if !output.isEmpty, now - lastProgress > configuration.writeTimeout { return abort() }
        let silence = now - waitingSince
        if let webSocket, waiting != .linger { return webSocket.assumeIsolated { $0.tick(now) } }
        switch waiting {
        case .nothing: break
        // Until the first request this also bounds the TLS handshake, whose own limit was cleared in `start`.
        case .nextRequest:
            if silence > (hasServed ? configuration.keepAliveTimeout : configuration.headTimeout) { abort() }
        case .head: if silence > configuration.headTimeout { timeOut() }
        case .body: if silence > configuration.bodyTimeout { timeOut() }
        case .linger: if silence > .seconds(1) { abort() }
        }
    }

    private func timeOut() {
        inputWaiter?.resume(throwing: HTTPParseError(.requestTimeout, "too slow"))
        inputWaiter = nil
    }

    private func armTimer() {
        guard let wsi = unsafe wsi else { return }
        let shortest = min(
            configuration.headTimeout, configuration.bodyTimeout, configuration.keepAliveTimeout, .seconds(4))
        let period = max(20_000, shortest.microseconds / 4)
        // At multiples of the period, so that the timers of all connections fire in one wake-up: spread over time, a
        // thousand idle clients cost a thousand poll calls per period.
        unsafe lws_set_timer_usecs(wsi, period - lws_now_usecs() % period)
    }

    // MARK: ending

    /// Ends the connection now; `closed()` follows from lws.
    nonisolated func abort() {
        assumeIsolated {
            if let wsi = unsafe $0.wsi {
                unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC)
            }
        }
    }

    /// Says good-bye, then reads what the peer still sends for a moment: closing with unread bytes would make the
    /// kernel reset the connection and could destroy the response on its way.
    func linger() {
        guard let wsi = unsafe wsi else { return }
        waiting = .linger
        waitingSince = .now
        resumeReading()
        unsafe clws_shutdown_writing(wsi)
    }

    func stop() {
        isStopping = true
        if let webSocket {
            return webSocket.assumeIsolated { $0.beginClose(code: 1001, reason: "server is stopping") }
        }
        switch waiting {
        case .nextRequest: abort()
        case .nothing: if isStreaming { task?.cancel() }
        case .head, .body, .linger: break
        }
    }

    /// A streamed response is being produced; if chunked, framed as HTTP/1.1 wants.
    var isStreaming = false
    var isChunked = false

    // MARK: flow control

    func setReading(_ isOn: Bool) {
        guard let wsi = unsafe wsi, isReadingPaused == isOn else { return }
        isReadingPaused = !isOn
        unsafe lws_rx_flow_control(wsi, isOn ? 1 : 0)
    }
}

extension Duration {
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
