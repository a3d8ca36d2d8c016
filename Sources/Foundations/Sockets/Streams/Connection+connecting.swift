import CLibWebSockets
import Glibc
import Values

/// Outgoing connections: a race of addresses, then TLS.
extension Connection {
    /// Starts; the handler learns of the outcome, though never from within this call.
    package func connect() {
        guard !loop.isStopped, let opening else { return abortLater(.stopped) }
        guard loop.connections.count < loop.connectionLimit else {
            let text = "\(loop.connectionLimit) connections are open, which is the limit of this process"
            return abortLater(SocketError(.system, text))
        }
        loop.connections[ObjectIdentifier(self)] = self
        opening.limit = loop.schedule(after: opening.request.deadline - .now) { [weak self] isStopping in
            guard !isStopping, let self else { return }
            assumeIsolated { if $0.phase == .connecting { $0.end($0.timeout) } }
        }
        perform(opening.race.begin())
    }

    /// Also after the loop has stopped, when nothing can be posted any more.
    func abortLater(_ error: SocketError) {
        if !loop.post({ [self] _ in assumeIsolated { $0.end(error) } }) { end(error) }
    }

    private func perform(_ actions: [AddressRace.Action]) {
        guard let opening else { return }
        var actions = actions[...]
        while let action = actions.popFirst() {
            switch action {
            case .start(let index):
                guard let reason = start(index, opening) else { continue }
                opening.note(reason, at: index)
                actions += opening.race.failed(index)
            case .drop(let index):
                opening.attempts.removeValue(forKey: index)?.drop()
                opening.note("no answer within \(AddressRace.patience)", at: index)
            case .wait: waitHeadStart(opening)
            case .giveUp:
                let reasons = opening.story.isEmpty ? "no address" : opening.story
                abortLater(SocketError(.connect, "cannot connect: \(reasons)"))
            }
        }
    }

    private func waitHeadStart(_ opening: ConnectionOpening) {
        if let headStart = opening.headStart { loop.cancel(headStart) }
        opening.headStart = loop.schedule(after: AddressRace.headStart) { [weak self] isStopping in
            guard !isStopping, let self else { return }
            assumeIsolated { if let opening = $0.opening { $0.perform(opening.race.headStartOver()) } }
        }
    }

    /// - Returns: Why it could not even be begun.
    private func start(_ index: Int, _ opening: ConnectionOpening) -> String? {
        switch opening.request.addresses[index].startConnecting() {
        case .failure(let error): return error.description
        case .success(let fd): return adopt(fd, index, opening) ? nil : "descriptor table full"
        }
    }

    private func adopt(_ fd: Int32, _ index: Int, _ opening: ConnectionOpening) -> Bool {
        if let limit = opening.request.acknowledgementLimit {
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
        let attempt = ConnectAttempt(index, for: self)
        unsafe attempt.wsi = unsafe adopted
        opening.attempts[index] = attempt
        unsafe lws_set_opaque_user_data(adopted, Unmanaged.passUnretained(attempt).toOpaque())
        unsafe lws_set_timeout(adopted, NO_PENDING_TIMEOUT, 0)
        // Not read before it is connected, so that a failure ends in one place: had the library read first, it would
        // have taken the socket's error.
        unsafe lws_rx_flow_control(adopted, 0)
        unsafe lws_callback_on_writable(adopted)
        return true
    }

    func failed(_ index: Int, _ reason: String) {
        guard let opening, let attempt = opening.attempts.removeValue(forKey: index) else { return }
        attempt.drop()
        opening.note(reason, at: index)
        // Not from within the library's callback about the socket that failed.
        loop.post { [self] _ in
            assumeIsolated { if let opening = $0.opening { $0.perform(opening.race.failed(index)) } }
        }
    }

    func connected(_ index: Int) {
        guard let opening, let attempt = opening.attempts[index], let wsi = unsafe attempt.wsi else { return }
        unsafe attempt.wsi = nil
        endOpening()
        unsafe self.wsi = unsafe wsi
        address = opening.request.addresses[index].text
        unsafe lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(self).toOpaque())
        unsafe lws_rx_flow_control(wsi, 1)
        enter(.open)
        lastProgress = .now
        armTimer()
        if let tls = opening.request.tls { startTLS(tls) } else { handler?.connectionReady() }
    }

    /// Lets go of every address that has not won.
    func endOpening() {
        guard let opening else { return }
        self.opening = nil
        for attempt in opening.attempts.values { attempt.drop() }
        for timer in [opening.headStart, opening.limit] { if let timer { loop.cancel(timer) } }
    }

    /// Turns a plain connection into an encrypted one; `connectionReady` follows. What the peer sent before must have
    /// been read.
    package func startTLS(_ options: ConnectionRequest.TLS) {
        guard phase == .open, tls == nil else { return }
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

    /// What the deadline found.
    var timeout: SocketError {
        let place = opening?.pending ?? address
        let stage = phase == .connecting ? "connection" : phase == .securing ? "TLS handshake" : "first answer"
        let story = opening?.story ?? ""
        let tried = story.isEmpty ? "" : " (before: \(story))"
        return SocketError(.timeout, "no \(stage)\(place.isEmpty ? "" : " to \(place)") within the limit\(tried)")
    }
}
