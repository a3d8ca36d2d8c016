import CLibWebSockets
import Glibc

/// What connections share. Service thread only.
extension EventLoop {
    /// What the library calls a virtual host: here only the name of what happens to bytes. It lives as long as the context.
    func vhost() throws(SocketError) -> OpaquePointer {
        if let plainVhost = unsafe plainVhost { return unsafe plainVhost }
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        unsafe info.protocols = unsafe tables.raw
        unsafe info.vhost_name = unsafe tables.vhostName
        guard let created = unsafe lws_create_vhost(context, &info) else {
            throw SocketError(.system, "the library gave no virtual host")
        }
        unsafe plainVhost = unsafe created
        return unsafe created
    }

    /// Read from disk once, and again when one of the files, or the system's store, has changed.
    func tlsContext(for settings: TLSClientSettings) throws(SocketError) -> TLSContext {
        let stamps = settings.places.map(Self.changeTime)
        if let known = tlsContexts[settings], known.stamps == stamps { return known.context }
        let context = try TLSContext(settings)
        tlsContexts[settings] = (stamps, context)
        return context
    }

    /// Not that of the last writing, which copies and packages set back. A folder's tells of names that come and go.
    private static func changeTime(of path: String) -> Int {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return 0 }
        return info.st_ctim.tv_sec &* 1_000_000_000 &+ info.st_ctim.tv_nsec
    }
}
