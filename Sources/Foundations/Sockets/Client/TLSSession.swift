import CLibWebSockets
import Glibc

/// The client's end of one TLS connection, between memory buffers: it never sees a socket. lws cannot do this part,
/// since its raw client starts the TLS handshake before there is a socket. Service thread only.
@safe final class TLSSession {
    private let ssl: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private(set) var isEstablished = false

    /// - Parameter host: a name or a numeric address; the certificate must be made out to it.
    init(_ context: TLSClientContext, host: String) throws(WSError) {
        guard let ssl = unsafe SSL_new(context.pointer), let input = unsafe BIO_new(BIO_s_mem()),
            let output = unsafe BIO_new(BIO_s_mem())
        else { throw .tls("out of memory", code: 0) }
        unsafe self.ssl = unsafe ssl
        unsafe self.input = unsafe input
        unsafe self.output = unsafe output
        unsafe SSL_set_bio(ssl, input, output)
        unsafe SSL_set_connect_state(ssl)
        let protocols: [UInt8] = [8] + Array("http/1.1".utf8)
        unsafe SSL_set_alpn_protos(ssl, protocols, UInt32(protocols.count))
        // An address is never sent as server name (RFC 6066, 3).
        if unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) != 1 {
            ERR_clear_error()
            unsafe clws_set_server_name(ssl, host)
            unsafe SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            guard unsafe SSL_set1_host(ssl, host) == 1 else { throw .tls("not a host name: \(host)", code: 0) }
        }
    }

    deinit { unsafe SSL_free(ssl) }

    /// Goes on with the handshake; a no-op once established.
    func handshake() throws(WSError) {
        guard !isEstablished else { return }
        ERR_clear_error()
        let status = unsafe SSL_do_handshake(ssl)
        if status == 1 {
            isEstablished = true
        } else if unsafe SSL_get_error(ssl, status) != SSL_ERROR_WANT_READ {
            throw failure()
        }
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        // Memory buffers take everything.
        unsafe BIO_write(input, bytes.baseAddress, Int32(bytes.count))
    }

    /// Decrypts into the buffer. 0 when more bytes are needed, nil when the peer has ended its side.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(WSError) -> Int? {
        var filled = 0
        while filled < buffer.count {
            ERR_clear_error()
            let count = unsafe SSL_read(ssl, buffer.baseAddress! + filled, Int32(buffer.count - filled))
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

    func encrypt(_ bytes: [UInt8]) throws(WSError) {
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

    private func failure() -> WSError {
        let verification = unsafe SSL_get_verify_result(ssl)
        if verification != Int(X509_V_OK) {
            return unsafe .tls(String(cString: X509_verify_cert_error_string(verification)), code: Int32(verification))
        }
        let reason =
            unsafe ERR_reason_error_string(ERR_get_error()).map { unsafe String(cString: $0) } ?? "protocol error"
        return .tls(reason, code: 0)
    }
}
