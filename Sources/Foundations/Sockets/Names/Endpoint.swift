/// Where a server listens.
public enum Endpoint: Sendable, Equatable {
    /// A numeric address; port 0 lets the system choose.
    case address(String, port: Int)
    /// A Unix socket, created with mode 0600 in a folder that exists. An existing socket is replaced only if nobody
    /// answers on it.
    case unix(path: String)

    /// The port; nil for a Unix socket.
    public var port: Int? { if case .address(_, let port) = self { port } else { nil } }
}
