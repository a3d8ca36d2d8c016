import Glibc
import HTTPServer
import Sockets

/// Why a server can't start.
public struct HubServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons. More may come: a `switch` over them needs an `@unknown default`.
    @nonexhaustive public enum Kind: String, Sendable, CaseIterable {
        /// Another program, or another server of this one, listens there.
        case addressInUse = "address-in-use"
        /// The address can't be listened at: it is none of this machine's, or the port is for the administrator only.
        case badAddress = "bad-address"
        /// The certificate, its key or the authorities can't be used.
        case badCertificate = "bad-certificate"
        /// A configuration or option has a value that can't be used.
        case badConfiguration = "bad-configuration"
        /// Two methods of one hub have the same name, or two hubs the same path.
        case duplicate
        /// The system gave no memory, thread or file descriptor.
        case system
    }

    /// Which of the reasons it is.
    public let kind: Kind
    /// What happened, and the next step where there is one.
    public let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    init(_ error: HTTPServerError, host: String, port: Int) {
        guard case .socket(let kind) = error.kind else {
            self.init(.system, error.message)
            return
        }
        self.init(kind, error.message, host: host, port: port)
    }

    init(_ kind: SocketError.Kind, _ message: String, host: String, port: Int) {
        switch kind {
        case .listen(EADDRINUSE):
            self.init(.addressInUse, "\(message). Choose another port, or end the program that listens there")
        case .listen(EACCES):
            self.init(.badAddress, "\(message). Ports below 1024 are for the administrator; choose a higher one")
        case .listen(EMFILE), .listen(ENFILE): self.init(.system, message)
        case .listen, .lookup, .invalidOption:
            self.init(.badAddress, "\(message). Choose an address of this machine instead of \(host), port \(port)")
        case .tls: self.init(.badCertificate, message)
        case .connect, .timeout, .lost, .system, .stopped: self.init(.system, message)
        }
    }

    /// The message.
    public var description: String { message }
}
