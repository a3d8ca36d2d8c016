import CLibWebSockets
import Values

/// One end of one TLS connection, between bytes in memory: it never sees a socket. The library cannot do this part for
/// clients, since its raw client starts the TLS handshake before there is a socket, and does more than is wanted for
/// servers. Service thread only.
@safe final class TLSSession {
    let ssl: OpaquePointer
    private let pipe = TLSPipe()
    /// Who the other end is, for people.
    let peer: String
    private var hasReceived = false
    /// What the next `read(into:)` will tell.
    private var end: SocketError?
    private(set) var isEstablished = false

    /// The client's end.
    /// - Parameter host: a name or a numeric address; the certificate must be made out to it.
    convenience init(_ context: TLSContext, host: String) throws(SocketError) {
        try self.init(context, peer: host)
        unsafe SSL_set_connect_state(ssl)
        let protocols: [UInt8] = [8] + Array("http/1.1".utf8)
        unsafe SSL_set_alpn_protos(ssl, protocols, UInt32(protocols.count))
        // An address is never sent as server name (RFC 6066, 3).
        if unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) != 1 {
            ERR_clear_error()
            unsafe clws_set_server_name(ssl, host)
            unsafe SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            guard unsafe SSL_set1_host(ssl, host) == 1 else {
                throw SocketError(.invalidOption, "not a host name: \(host)")
            }
        }
    }

    /// The server's end.
    convenience init(accepting context: TLSContext) throws(SocketError) {
        try self.init(context, peer: "the client")
        unsafe SSL_set_accept_state(ssl)
    }

    private init(_ context: TLSContext, peer: String) throws(SocketError) {
        guard let ssl = unsafe SSL_new(context.pointer) else { throw Self.outOfMemory }
        unsafe self.ssl = unsafe ssl
        self.peer = peer
        guard unsafe pipe.connect(to: ssl) else { throw Self.outOfMemory }
    }

    deinit { unsafe SSL_free(ssl) }

    private static let outOfMemory = SocketError(.system, "out of memory for TLS")

    /// Goes on with the handshake; a no-op once established.
    func handshake() throws(SocketError) {
        guard !isEstablished else { return }
        // What an earlier call left behind would be taken for this one's.
        ERR_clear_error()
        let status = unsafe SSL_do_handshake(ssl)
        if status == 1 {
            isEstablished = true
        } else if unsafe SSL_get_error(ssl, status) != SSL_ERROR_WANT_READ {
            throw failure()
        }
    }

    /// Lets `handshake()` and `read(into:)` have what came from the socket, during `body`.
    func receive(_ bytes: Span<UInt8>, _ body: () throws(SocketError) -> Void) throws(SocketError) {
        if !hasReceived, bytes.count > 0 {
            hasReceived = true
            // The first record is a handshake or an alert (RFC 8446, 5.1). OpenSSL reports anything else as a wrong
            // version or length, which helps nobody.
            guard bytes[0] == 0x16 || bytes[0] == 0x15 else { throw .tls(.notTLS, with: peer) }
        }
        try pipe.lend(bytes, to: body)
    }

    /// Decrypts into the buffer until it is full or all has been read. nil at the peer's orderly end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SocketError) -> Int? {
        guard let start = buffer.baseAddress else { return 0 }
        if let end { throw end }
        var filled = 0
        while filled < buffer.count {
            ERR_clear_error()
            let count = unsafe SSL_read(ssl, start + filled, Int32(buffer.count - filled))
            if count > 0 {
                filled += Int(count)
                continue
            }
            switch unsafe SSL_get_error(ssl, count) {
            case SSL_ERROR_WANT_READ: return filled
            case SSL_ERROR_ZERO_RETURN: return filled > 0 ? filled : nil
            default:
                let failure = failure()
                guard filled > 0 else { throw failure }
                // What came before it has come.
                end = failure
                return filled
            }
        }
        return filled
    }

    func encrypt(_ bytes: [UInt8]) throws(SocketError) {
        guard !bytes.isEmpty else { return }
        ERR_clear_error()
        guard unsafe SSL_write(ssl, bytes, Int32(bytes.count)) == bytes.count else { throw failure() }
    }

    func sayGoodBye() { if isEstablished { unsafe SSL_shutdown(ssl) } }

    /// What is to be written to the socket.
    func takeOutput() -> [UInt8] { pipe.takeOutput() }

    /// Alerts by which a peer refuses our certificate or misses one (RFC 8446, 6.2).
    private static let certificateAlerts: Set<Int> = [42, 43, 44, 45, 46, 48, 49, 116]

    private func failure() -> SocketError {
        let verification = unsafe SSL_get_verify_result(ssl)
        let code = ERR_get_error()
        let reason = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? "protocol error"
        // OpenSSL numbers the alerts it receives from here on.
        let alert = Int(ERR_GET_REASON(code)) - Int(SSL_AD_REASON_OFFSET)
        // A server of TLS 1.3 looks at the client's certificate when the client's own handshake is over.
        if Self.certificateAlerts.contains(alert) {
            return .tls(.clientCertificate, with: peer, detail: reason)
        }
        // Both have accepted each other by then: what goes wrong is the connection, and another one may do.
        if isEstablished { return SocketError(.lost, "the TLS connection with \(peer) broke: \(reason)") }
        if verification != Int(X509_V_OK) {
            let detail = unsafe String(cString: X509_verify_cert_error_string(verification))
            return .tls(TLSFailure(verification: verification), with: peer, detail: detail)
        }
        return .tls(alert >= 0 ? .refusedByPeer : .handshake, with: peer, detail: reason)
    }
}
