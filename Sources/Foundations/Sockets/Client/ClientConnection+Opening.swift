import CLibWebSockets
import Glibc

extension ClientConnection {
    private func enter(_ next: Phase) {
        phase = next
        phaseSince = .now
    }

    // MARK: TCP

    func connectToNextAddress() {
        while let next = addresses.popFirst() {
            address = next.text
            switch next.startConnecting() {
            case .failure(let error): failures.append("\(address): \(error)")
            case .success(let fd):
                enter(.connecting)
                if adopt(fd) { return }
                failures.append("\(address): descriptor table full")
            }
        }
        end(.connect(failures.isEmpty ? "no address" : failures.joined(separator: "; ")))
    }

    private func adopt(_ fd: Int32) -> Bool {
        if options.hangupAfter > 0 {
            // Also ends a connection whose pings nobody acknowledges while reading is paused.
            var limit = UInt32(options.hangupAfter) * 1000
            unsafe setsockopt(fd, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout<UInt32>.size))
        }
        // lws closes the descriptor itself when it refuses it.
        guard let vhost = unsafe loop.clientVhost(), let adopted = unsafe clws_adopt_socket(vhost, fd, 0) else {
            return false
        }
        unsafe wsi = unsafe adopted
        unsafe lws_set_opaque_user_data(adopted, Unmanaged.passUnretained(self).toOpaque())
        unsafe lws_set_timeout(adopted, NO_PENDING_TIMEOUT, 0)
        // Not read before it is connected, so that a failure ends in one place.
        unsafe lws_rx_flow_control(adopted, 0)
        unsafe lws_callback_on_writable(adopted)
        armTimer()
        return true
    }

    func failed(_ reason: String) {
        failures.append("\(address): \(reason)")
        dropSocket()
        // Not from within lws's callback about the socket that failed.
        loop.post { [self] _ in assumeIsolated { if $0.phase == .connecting { $0.connectToNextAddress() } } }
    }

    func connected() {
        guard let wsi = unsafe wsi else { return }
        if let error = unsafe SystemError.pending(on: lws_get_socket_fd(wsi)) { return failed(error.description) }
        unsafe lws_rx_flow_control(wsi, 1)
        do throws(WSError) {
            if options.proxyHost != nil {
                enter(.proxy)
                transmit(try handshake.proxyRequest())
            } else {
                try startSession()
            }
        } catch {
            end(error)
        }
    }

    // MARK: TLS and upgrade

    private func startSession() throws(WSError) {
        reader = HTTPResponseHeadReader()
        guard options.tls else { return try requestUpgrade() }
        enter(.tls)
        let trust = TLSClientContext.Trust(caFile: options.caFile, systemCAs: options.systemCAs)
        tls = try TLSSession(try loop.tlsContext(for: trust), host: options.bareHost)
        try continueTLS()
    }

    func continueTLS() throws(WSError) {
        guard let tls else { return }
        // The alert that tells the server why goes out even on failure.
        defer { transmit() }
        try tls.handshake()
        if tls.isEstablished { try requestUpgrade() }
    }

    private func requestUpgrade() throws(WSError) {
        enter(.upgrade)
        let request = try handshake.request()
        if tls == nil { transmit(request) } else { write(request) }
    }

    func receivedHead() {
        do {
            guard let head = try reader.next() else { return }
            if phase == .proxy {
                guard (200..<300).contains(head.status) else {
                    return end(.proxy(status: head.status, headers: head.headers))
                }
                guard reader.takeRest().isEmpty else { return end(.handshake("bytes from the proxy before ours")) }
                try startSession()
            } else {
                open(subprotocol: try handshake.accept(head))
            }
        } catch let error as WSError {
            end(error)
        } catch let error as HTTPParseError {
            end(.handshake(error.detail))
        } catch {
            end(.handshake("\(error)"))
        }
    }

    private func open(subprotocol: String?) {
        enter(.open)
        armTimer()
        let socket = WebSocketConnection(
            on: loop, role: .client, limits: options.webSocketLimits, subprotocol: subprotocol, transport: self)
        webSocket = socket
        opening?.resume(returning: socket)
        opening = nil
        // Frames may have come with the answer.
        let early = reader.takeRest()
        socket.assumeIsolated { socket in unsafe early.withUnsafeBytes { unsafe socket.received($0) } }
    }
}
