/// What can go wrong with a server or one of its connections.
public enum HTTPServerError: Error, Sendable, Equatable {
    /// The address or path cannot be listened on; `code` is an errno.
    case listen(String, code: Int32)
    /// Certificate or key cannot be used.
    case tls(String)
    /// The client has gone.
    case disconnected
    case stopped
}
