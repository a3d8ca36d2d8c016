import Sockets
package import Values

/// Why there is no connection to a broker, or why it did not take something.
package struct MQTTError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What a program can decide by.
    package enum Kind: Sendable, Equatable {
        /// The name could not be turned into an address.
        case nameNotFound
        /// The name leads to no address that may be connected to.
        case forbiddenAddress
        /// Nobody could be reached.
        case unreachable
        /// The TLS handshake failed.
        case tls(TLSFailure)
        /// A file or an option cannot be used.
        case misconfigured
        /// Not in time.
        case timedOut
        /// The broker said no.
        case refused(MQTTReason)
        /// What answers doesn't speak MQTT.
        case protocolViolation
        /// The broker takes no packet of this size.
        case tooLarge(limit: Int)
        /// More is under way than the broker allows.
        case busy
        /// The connection ended.
        case lost
        /// This side has ended it, or the program ends.
        case closed
    }

    package let kind: Kind
    /// A sentence for people, lower case, without a full stop and without secrets.
    package let description: String
    /// All of the message was on its way, and nobody knows what became of it.
    package var mayHaveArrived = false

    package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    init(_ error: SocketError) {
        let kind: Kind =
            switch error.kind {
            case .lookup: .nameNotFound
            case .connect, .system: .unreachable
            case .timeout: .timedOut
            case .tls(let failure): .tls(failure)
            case .invalidOption, .listen: .misconfigured
            case .lost: .lost
            case .stopped: .closed
            }
        self.init(kind, error.message)
    }

    /// - Parameter what: was asked of it, as in "the broker refuses the sign-in".
    init(refusing what: String, _ reason: MQTTReason) {
        self.init(.refused(reason), "the broker refuses \(what): \(reason)")
    }
}
