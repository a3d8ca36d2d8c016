/// TLS of ours, of whichever end.
extension Connection {
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

    private func continueTLS() throws(SocketError) {
        guard let tls else { return }
        try tls.handshake()
        guard tls.isEstablished else { return }
        enter(.open)
        handler?.connectionReady()
    }

    func receivedEncrypted(_ bytes: Span<UInt8>) {
        guard let tls else { return }
        do throws(SocketError) {
            // The alert that tells the peer why goes out even on failure.
            defer { transmit() }
            try tls.receive(bytes) { () throws(SocketError) in
                if phase == .securing { try continueTLS() }
                if tls.isEstablished { try decryptAll(tls) }
            }
        } catch {
            end(error)
        }
    }

    private func decryptAll(_ tls: TLSSession) throws(SocketError) {
        while phase == .open {
            guard let count = try unsafe tls.read(into: loop.decrypted) else { return end(nil) }
            // Reading may have produced an answer, such as a new key.
            transmit()
            guard count > 0 else { return }
            let plain = unsafe UnsafeRawBufferPointer(rebasing: loop.decrypted[..<count]).bindMemory(to: UInt8.self)
            unsafe handler?.connectionReceived(plain.span)
        }
    }
}
