import CLibWebSockets

/// Outgoing connections: a race of addresses, then TLS.
extension Connection {
    /// The race, until the connection is connected.
    private var opening: ConnectionOpening? { if case .connecting(let opening) = phase { opening } else { nil } }

    /// Starts; the handler learns of the outcome, though never from within this call.
    package func connect() {
        guard !loop.isStopped, let opening else { return abortLater(.stopped) }
        guard loop.connections.count < loop.connectionLimit else {
            let text = "\(loop.connectionLimit) connections are open, which is the limit of this process"
            return abortLater(SocketError(.system, text))
        }
        loop.connections[ObjectIdentifier(self)] = self
        if let error = opening.begin(for: self) { abortLater(error) }
    }

    /// Also after the loop has stopped, when nothing can be posted any more.
    func abortLater(_ error: SocketError) {
        if !loop.post({ [self] _ in assumeIsolated { $0.end(error) } }) { end(error) }
    }

    func openingTimedOut() {
        if opening != nil { end(timeout) }
    }

    func headStartOver() {
        if let error = opening?.headStartOver(for: self) { abortLater(error) }
    }

    func failed(_ index: Int, _ reason: String) {
        guard let opening, opening.drop(index, reason) else { return }
        // Not from within the library's callback about the socket that failed.
        loop.post { [self] _ in
            assumeIsolated { if let error = $0.opening?.goOn(without: index, for: $0) { $0.abortLater(error) } }
        }
    }

    func connected(_ index: Int) {
        guard let opening, let socket = opening.win(index, on: loop) else { return }
        let wsi = unsafe socket.pointer
        unsafe self.wsi = unsafe wsi
        address = opening.request.addresses[index].text
        unsafe lws_set_opaque_user_data(wsi, Unmanaged.passUnretained(self).toOpaque())
        unsafe lws_rx_flow_control(wsi, 1)
        enter(.open)
        output.noteProgress()
        armTimer()
        if let tls = opening.request.tls { startTLS(tls) } else { handler?.connectionReady() }
    }

    /// What the deadline found.
    var timeout: SocketError {
        let place = opening?.pending ?? address
        let stage = opening != nil ? "connection" : phase == .securing ? "TLS handshake" : "first answer"
        let story = opening?.story ?? ""
        let tried = story.isEmpty ? "" : " (before: \(story))"
        return SocketError(.timeout, "no \(stage)\(place.isEmpty ? "" : " to \(place)") within the limit\(tried)")
    }
}
