import CLibWebSockets
import Glibc

/// Outgoing connections: address by address, then TLS.
extension Connection {
    /// Starts; the handler learns of the outcome, though never from within this call.
    package func connect() {
        guard !loop.isStopped else { return abortLater(.stopped) }
        guard loop.connections.count < loop.connectionLimit else {
            let text = "\(loop.connectionLimit) connections are open, which is the limit of this process"
            return abortLater(SocketError(.system, text))
        }
        loop.connections[ObjectIdentifier(self)] = self
        connectToNextAddress()
    }

    /// Also after the loop has stopped, when nothing can be posted any more.
    func abortLater(_ error: SocketError) {
        if !loop.post({ [self] _ in assumeIsolated { $0.end(error) } }) { end(error) }
    }

    private func connectToNextAddress() {
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
        let reasons = failures.isEmpty ? "no address" : failures.joined(separator: "; ")
        abortLater(SocketError(.connect, "cannot connect: \(reasons)"))
    }

    private func adopt(_ fd: Int32) -> Bool {
        if let limit = request?.acknowledgementLimit {
            var milliseconds = UInt32(clamping: limit.microseconds / 1000)
            let size = socklen_t(MemoryLayout<UInt32>.size)
            unsafe setsockopt(fd, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
        }
        guard let vhost = try? unsafe loop.vhost() else {
            close(fd)
            return false
        }
        // The library closes the descriptor itself when it refuses it.
        guard let adopted = unsafe clws_adopt_socket(vhost, fd) else { return false }
        unsafe wsi = unsafe adopted
        unsafe lws_set_opaque_user_data(adopted, Unmanaged.passUnretained(self).toOpaque())
        unsafe lws_set_timeout(adopted, NO_PENDING_TIMEOUT, 0)
        // Not read before it is connected, so that a failure ends in one place: had the library read first, it would
        // have taken the socket's error.
        unsafe lws_rx_flow_control(adopted, 0)
        unsafe lws_callback_on_writable(adopted)
        armTimer()
        return true
    }

    func failed(_ reason: String) {
        failures.append("\(address): \(reason)")
        dropSocket()
        // Not from within the library's callback about the socket that failed.
        loop.post { [self] _ in assumeIsolated { if $0.phase == .connecting { $0.connectToNextAddress() } } }
    }

    func connected() {
        guard let wsi = unsafe wsi else { return }
        if let error = unsafe SystemError.pending(on: lws_get_socket_fd(wsi)) { return failed(error.description) }
        unsafe lws_rx_flow_control(wsi, 1)
        enter(.open)
        lastProgress = .now
        if let tls = request?.tls { startTLS(tls) } else { handler?.connectionReady() }
    }

    /// Turns a plain connection into an encrypted one; `connectionReady` follows. What the peer sent before must have
    /// been read.
    package func startTLS(_ options: ConnectionRequest.TLS) {
        guard phase == .open, tls == nil else { return }
        request?.tls = options
        enter(.securing)
        do throws(SocketError) {
            tls = try TLSSession(try loop.tlsContext(for: options.settings), host: options.host)
            defer { transmit() }
            try continueTLS()
        } catch {
            abortLater(error)
        }
    }

    func continueTLS() throws(SocketError) {
        guard let tls else { return }
        try tls.handshake()
        guard tls.isEstablished else { return }
        enter(.open)
        handler?.connectionReady()
    }
}
