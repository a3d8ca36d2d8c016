import CLibWebSockets

/// Trust settings that connections share, read from disk once. One per combination of settings and loop; service thread
/// only.
@safe final class TLSClientContext {
    let pointer: OpaquePointer

    init(_ trust: TLSTrust) throws(SocketError) {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else {
            throw SocketError(.system, "OpenSSL gave no TLS context")
        }
        unsafe pointer = unsafe context
        unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        // An idle connection then keeps no record buffers.
        unsafe SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        if trust.usesSystemStore { unsafe SSL_CTX_set_default_verify_paths(context) }
        if let caFile = trust.caFile, unsafe SSL_CTX_load_verify_locations(context, caFile, nil) != 1 {
            ERR_clear_error()
            throw SocketError(.tls(.file), "cannot use the CA file \(caFile): is it there, readable, and PEM?")
        }
    }

    deinit { unsafe SSL_CTX_free(pointer) }
}
