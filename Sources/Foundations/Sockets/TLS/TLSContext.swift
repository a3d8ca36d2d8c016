import CLibWebSockets
import Glibc
import Values

/// Settings of TLS that connections share, read from disk once.
///
/// `@unchecked Sendable`: OpenSSL counts its references atomically, and nothing is changed after `init`.
@safe final class TLSContext: @unchecked Sendable {
    let pointer: OpaquePointer

    private init(_ method: OpaquePointer?) throws(SocketError) {
        guard let context = unsafe SSL_CTX_new(method) else {
            throw SocketError(.system, "OpenSSL gave no TLS context")
        }
        unsafe pointer = unsafe context
        unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        // An idle connection then keeps no record buffers, and no session for a resumption that nobody asks for.
        unsafe SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
        unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        unsafe SSL_CTX_set_num_tickets(context, 0)
        // A second handshake inside the first one's connection has been an attack more often than a use.
        unsafe clws_harden(context)
        // Otherwise OpenSSL would ask the terminal, and every connection would wait for whoever sits there.
        unsafe SSL_CTX_set_default_passwd_cb(context, noPassphrase)
    }

    /// For connections that this side opens.
    convenience init(_ settings: TLSClientSettings) throws(SocketError) {
        try unsafe self.init(TLS_client_method())
        unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
        let trust = settings.trust
        if trust.usesSystemStore { unsafe SSL_CTX_set_default_verify_paths(pointer) }
        if let caFile = trust.caFile { try load(authorities: caFile) }
        if let identity = settings.identity { try load(identity) }
    }

    /// For connections that this side accepts.
    /// - Parameter clientAuthorities: a PEM file; a client must then show a certificate of theirs.
    convenience init(_ identity: TLSIdentity, clientAuthorities: String?) throws(SocketError) {
        try unsafe self.init(TLS_server_method())
        try load(identity)
        unsafe clws_answer_http11(pointer)
        guard let clientAuthorities else { return }
        try load(authorities: clientAuthorities)
        unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        // Tells clients which of their certificates is wanted; the context owns the list.
        unsafe SSL_CTX_set_client_CA_list(pointer, SSL_load_client_CA_file(clientAuthorities))
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    private func load(authorities file: String) throws(SocketError) {
        ERR_clear_error()
        guard unsafe SSL_CTX_load_verify_locations(pointer, file, nil) == 1 else {
            ERR_clear_error()
            throw SocketError(.tls(.badFile), "cannot use the CA file \(file): is it there, readable, and PEM?")
        }
    }

    private func load(_ identity: TLSIdentity) throws(SocketError) {
        for file in [identity.certificateFile, identity.keyFile] where unsafe access(file, R_OK) != 0 {
            throw SocketError(.tls(.badFile), "cannot read \(file): \(SystemError())")
        }
        ERR_clear_error()
        guard unsafe SSL_CTX_use_certificate_chain_file(pointer, identity.certificateFile) == 1,
            unsafe SSL_CTX_use_PrivateKey_file(pointer, identity.keyFile, SSL_FILETYPE_PEM) == 1,
            unsafe SSL_CTX_check_private_key(pointer) == 1
        else {
            ERR_clear_error()
            let files = "\(identity.certificateFile) and \(identity.keyFile)"
            throw SocketError(
                .tls(.badFile), "\(files) were refused: are they PEM, is the key without a passphrase, and does it fit?"
            )
        }
    }
}

/// Says that there is no passphrase.
private func noPassphrase(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ isForWriting: Int32, _ context: UnsafeMutableRawPointer?
) -> Int32 { -1 }
