import CLibWebSockets

/// The client's end of one TLS connection, between memory buffers: it never sees a socket. The library cannot do this
/// part, since its raw client starts the TLS handshake before there is a socket. Service thread only.
@safe final class TLSSession {
    private let ssl: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private let host: String
    private var hasReceived = false
    private(set) var isEstablished = false

    /// - Parameter host: a name or a numeric address; the certificate must be made out to it.
    init(_ context: TLSClientContext, host: String) throws(SocketError) {
        guard let ssl = unsafe SSL_new(context.pointer), let input = unsafe BIO_new(BIO_s_mem()),
            let output = unsafe BIO_new(BIO_s_mem())
        else { throw SocketError(.system, "out of memory for TLS") }
        unsafe self.ssl = unsafe ssl
        unsafe self.input = unsafe input
        unsafe self.output = unsafe output
        self.host = host
        unsafe SSL_set_bio(ssl, input, output)
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

    deinit { unsafe SSL_free(ssl) }

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

    /// Takes what came from the socket.
    func received(_ bytes: Span<UInt8>) throws(SocketError) {
        if !hasReceived, bytes.count > 0 {
            hasReceived = true
            // A TLS server's first record is a handshake or an alert (RFC 8446, 5.1). OpenSSL reports anything else as
            // a wrong version or length, which helps nobody.
            guard bytes[0] == 0x16 || bytes[0] == 0x15 else { throw TLSFailure.notTLS.error(host: host) }
        }
        // Memory buffers take everything.
        unsafe bytes.withUnsafeBytes { _ = unsafe BIO_write(input, $0.baseAddress, Int32($0.count)) }
    }

    /// Decrypts into the buffer. 0 when more bytes are needed, nil when the peer has ended its side.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SocketError) -> Int? {
        guard let start = buffer.baseAddress else { return 0 }
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
            default: throw failure()
            }
        }
        return filled
    }

    func encrypt(_ bytes: [UInt8]) throws(SocketError) {
        guard !bytes.isEmpty else { return }
        ERR_clear_error()
        guard unsafe SSL_write(ssl, bytes, Int32(bytes.count)) == bytes.count else { throw failure() }
    }

    func sayGoodBye() { unsafe SSL_shutdown(ssl) }

    /// What is to be written to the socket.
    func takeOutput() -> [UInt8] {
        let count = unsafe Int(BIO_ctrl_pending(output))
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = unsafe max(0, Int(BIO_read(output, buffer.baseAddress, Int32(count))))
        }
    }

    private func failure() -> SocketError {
        let verification = unsafe SSL_get_verify_result(ssl)
        if verification != Int(X509_V_OK) {
            let detail = unsafe String(cString: X509_verify_cert_error_string(verification))
            return TLSFailure(verification: verification).error(host: host, detail: detail)
        }
        let code = ERR_get_error()
        let reason = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? "protocol error"
        // OpenSSL numbers the alerts it receives from here on.
        let isAlert = ERR_GET_REASON(code) >= SSL_AD_REASON_OFFSET
        return (isAlert ? TLSFailure.refusedByPeer : .other).error(host: host, detail: reason)
    }
}
