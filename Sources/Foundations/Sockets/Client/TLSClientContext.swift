import CLibWebSockets
import Glibc

/// Trust settings that connections share. One per combination of settings and loop; service thread only.
@safe final class TLSClientContext {
    /// Which certificates are trusted.
    struct Trust: Hashable {
        var caFile: String?
        var systemCAs: Bool
    }

    let pointer: OpaquePointer

    init(_ trust: Trust) throws(WSError) {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw .tls("no TLS context", code: 0) }
        unsafe pointer = unsafe context
        unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        // An idle connection then keeps no record buffers.
        unsafe SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        if trust.systemCAs { unsafe SSL_CTX_set_default_verify_paths(context) }
        if let caFile = trust.caFile, unsafe SSL_CTX_load_verify_locations(context, caFile, nil) != 1 {
            ERR_clear_error()
            throw .tls("cannot use the CA file \(caFile)", code: 0)
        }
    }

    deinit { unsafe SSL_CTX_free(pointer) }
}
