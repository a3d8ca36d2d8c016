/// Who is at the other end of a connection.
public enum Peer: Sendable, Equatable {
    /// Numeric address and port.
    case address(String, port: Int)
    /// The process at the other end of a Unix socket, as the kernel recorded it on connect.
    case process(pid: Int32, userID: UInt32, groupID: UInt32)
    case unknown
}
