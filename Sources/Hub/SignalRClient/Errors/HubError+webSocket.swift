import Sockets
import Values
import WebSockets

extension HubError {
    /// - Parameter place: the origin, for people.
    init(_ error: WebSocketError, at place: String) {
        switch error.kind {
        case .socket(let kind): self = Self.socket(kind, error.message)
        case .http(let status, let headers):
            let seconds = headers["retry-after"].flatMap { Int($0) }.map { Duration.seconds(min($0, 86_400)) }
            self = .status(status, at: place, retryAfter: seconds)
        case .proxy(let status, _):
            self.init(.unreachable, error.message, nextStep: "Check the proxy.", status: status)
        case .handshake:
            self.init(.notAHub, error.message, nextStep: "Is there a proxy that does not know WebSockets?")
        case .messageTooBig, .violation: self.init(.protocolViolation, error.message)
        case .closed(let code, _, _): self = .lost(error.message, closeCode: code)
        case .silent, .lost: self = .lost(error.message)
        }
    }

    private static func socket(_ kind: SocketError.Kind, _ message: String) -> HubError {
        switch kind {
        case .lookup: HubError(.nameNotFound, message, nextStep: "Check the spelling and the network.")
        case .connect: HubError(.refused, message, nextStep: "Check the port, and whether the server runs.")
        case .timeout: HubError(.connectTimeout, message)
        case .tls(.notTLS): HubError(.plainHTTP, message)
        case .tls: HubError(.certificate, message)
        case .invalidOption: HubError(.badURL, message)
        case .lost: .lost(message)
        case .listen, .system: HubError(.unreachable, message)
        case .stopped: .stopped
        }
    }
}
