public import Sockets

/// What can go wrong with a server or one of its connections: a kind for programs and a sentence for people.
public struct HTTPServerError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// The endpoint cannot be listened on, or certificate and key cannot be used.
        case socket(SocketError.Kind)
        /// The client has gone.
        case disconnected
        /// The server has been told to stop.
        case stopped
    }

    public let kind: Kind
    public let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    init(_ error: SocketError) {
        self.init(.socket(error.kind), error.message)
    }

    public var description: String { message }

    static let disconnected = HTTPServerError(.disconnected, "the client has closed the connection")
    static let stopped = HTTPServerError(.stopped, "the server is stopping")
}
