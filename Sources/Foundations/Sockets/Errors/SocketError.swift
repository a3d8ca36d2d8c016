public import Values

/// Why a socket could not be had, or was lost: a kind for programs and a sentence for people.
public struct SocketError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What a program can decide by.
    public enum Kind: Sendable, Equatable {
        /// The name could not be turned into an address.
        case lookup
        /// No address took the connection.
        case connect
        /// Not ready within the limit.
        case timeout
        /// The TLS handshake or the session failed, in one of the ways that a person can act on.
        case tls(TLSFailure)
        /// The address or path cannot be listened on; an errno.
        case listen(Int32)
        /// The peer closed or reset the connection, or took nothing for too long.
        case lost
        /// An option has a value that cannot be used.
        case invalidOption
        /// The system or the library gave no memory, thread or descriptor.
        case system
        /// The event loop has stopped.
        case stopped
    }

    /// What ``isRetryable`` goes by, and a command's exit status.
    public let kind: Kind
    /// What happened, and the next step where there is one.
    public let message: String

    /// - Parameter message: a sentence for people, lower case, without a full stop and without secrets.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message, so that a report can interpolate the error.
    public var description: String { message }

    /// Whether the same attempt may succeed later without anybody changing anything.
    public var isRetryable: Bool {
        switch kind {
        case .lookup, .connect, .timeout, .lost, .system: true
        case .tls(let failure): failure == .closed || failure == .handshake
        case .listen, .invalidOption, .stopped: false
        }
    }

    /// No TLS with a peer, with the next step.
    static func tls(_ failure: TLSFailure, with peer: String, detail: String = "") -> SocketError {
        let fault = failure.fault(of: peer, detail: detail)
        return SocketError(.tls(failure), failure.remedy.map { "\(fault): \($0)" } ?? fault)
    }

    /// The error of everything that was asked of a loop after its end.
    package static let stopped = SocketError(.stopped, "the event loop has stopped")
}
