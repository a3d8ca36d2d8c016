import CLibWebSockets
import Glibc

/// What the library calls a virtual host: here only the carrier of TLS settings. Service thread only.
extension EventLoop {
    /// One for everything plain, one for each listener with TLS, which reads its files anew. They live as long as the
    /// context.
    func vhost(for tls: TLSIdentity?) throws(SocketError) -> OpaquePointer {
        if tls == nil, let plainVhost = unsafe plainVhost { return unsafe plainVhost }
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        unsafe info.protocols = unsafe tables.raw
        unsafe info.vhost_name = unsafe keep(tls == nil ? "plain" : "tls")
        unsafe info.timeout_secs = UInt32(TLSIdentity.handshakeSeconds)
        if let tls {
            for file in [tls.certificateFile, tls.keyFile] where unsafe access(file, R_OK) != 0 {
                throw SocketError(.tls(.file), "cannot read \(file): \(SystemError(code: errno))")
            }
            unsafe info.options = UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
            unsafe info.ssl_cert_filepath = unsafe keep(tls.certificateFile)
            unsafe info.ssl_private_key_filepath = unsafe keep(tls.keyFile)
            unsafe info.alpn = unsafe keep("http/1.1")
            // Otherwise the library reads all authorities of the system for a client role that is not used, a megabyte for
            // each listener, and does not free them all.
            unsafe info.provided_client_ssl_ctx = unsafe emptyClientContext()
        }
        guard let created = unsafe lws_create_vhost(context, &info) else {
            throw tls.map { identity in
                let files = "\(identity.certificateFile) and \(identity.keyFile)"
                return SocketError(.tls(.file), "\(files) were refused: are they PEM, and does the key fit?")
            } ?? SocketError(.system, "the library gave no virtual host")
        }
        if tls == nil { unsafe plainVhost = unsafe created }
        return unsafe created
    }

    private func emptyClientContext() -> OpaquePointer? {
        if unsafe unusedTLSContext == nil { unsafe unusedTLSContext = unsafe SSL_CTX_new(TLS_client_method()) }
        return unsafe unusedTLSContext
    }

    /// Read from disk once, and again when the file of authorities has been replaced.
    func tlsContext(for trust: TLSTrust) throws(SocketError) -> TLSClientContext {
        let stamp = trust.caFile.map(Self.modificationTime)
        if let known = tlsContexts[trust], known.stamp == stamp { return known.context }
        let context = try TLSClientContext(trust)
        tlsContexts[trust] = (stamp, context)
        return context
    }

    private static func modificationTime(of path: String) -> Int {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return 0 }
        return info.st_mtim.tv_sec &* 1_000_000_000 &+ info.st_mtim.tv_nsec
    }
}
