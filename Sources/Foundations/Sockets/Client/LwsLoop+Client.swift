import CLibWebSockets

extension LwsLoop {
    /// The vhost of all client connections, created on first use. Service thread only.
    func clientVhost() -> OpaquePointer? {
        if let clientVhostPointer = unsafe clientVhostPointer { return unsafe clientVhostPointer }
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        unsafe info.protocols = unsafe tables.client
        unsafe info.vhost_name = unsafe keep("client")
        unsafe clientVhostPointer = unsafe lws_create_vhost(ctx, &info)
        return unsafe clientVhostPointer
    }

    /// Trust settings are read from disk once. Service thread only.
    func tlsContext(for trust: TLSClientContext.Trust) throws(WSError) -> TLSClientContext {
        if let context = tlsContexts[trust] { return context }
        let context = try TLSClientContext(trust)
        tlsContexts[trust] = context
        return context
    }
}
