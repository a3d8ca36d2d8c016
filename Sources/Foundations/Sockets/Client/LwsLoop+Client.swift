import CLibWebSockets

extension LwsLoop {
    /// The vhost of all client connections, created on first use. Service thread only.
    func clientVhost() -> OpaquePointer? {
        if let clientVhostPointer { return clientVhostPointer }
        var info = lws_context_creation_info()
        info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        info.protocols = tables.client
        info.vhost_name = keep("client")
        clientVhostPointer = lws_create_vhost(ctx, &info)
        return clientVhostPointer
    }

    /// Trust settings are read from disk once. Service thread only.
    func tlsContext(for trust: TLSClientContext.Trust) throws(WSError) -> TLSClientContext {
        if let context = tlsContexts[trust] { return context }
        let context = try TLSClientContext(trust)
        tlsContexts[trust] = context
        return context
    }
}
