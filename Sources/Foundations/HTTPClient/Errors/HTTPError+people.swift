import Values

extension HTTPError {
    /// What happened, for a person.
    package var sentence: String {
        let server = place.isEmpty ? "the server" : place
        return switch kind {
        case .badURL: "The address is not an http or https URL: \(detail)."
        case .badRequest: "The request cannot be sent: \(detail)."
        case .nameNotFound: "No address is known for the name in \(server)."
        case .forbiddenAddress: "\(detail), which is not an address of the public internet."
        case .refused: "Nothing answers at \(server): the connection was refused."
        case .unreachable: "\(server) cannot be reached: \(detail)."
        case .timedOut(let phase): Self.sentence(phase, server)
        case .tls(let failure): Self.sentence(failure.fault(of: server, detail: detail), of: server)
        case .proxy: "The proxy did not connect to \(server)."
        case .protocolViolation: "What \(server) answered is not proper HTTP."
        case .connectionLost: "\(server) ended the connection before its answer was complete."
        case .tooLarge(let part): "The \(part.rawValue) of the answer of \(server) is too large: \(detail)."
        case .tooManyRedirects: "\(server) redirects again and again."
        case .forbiddenRedirect: "\(server) redirects to where this request must not go: \(detail)."
        case .cancelled: "The request to \(server) was cancelled."
        case .clientClosed: "This program is ending."
        case .other: "The request to \(server) failed: \(detail)."
        }
    }

    private static func sentence(_ phase: Phase, _ server: String) -> String {
        switch phase {
        case .resolving: "The name in \(server) was not found in time."
        case .connecting: "\(server) did not accept a connection in time."
        case .handshake: "\(server) did not agree on encryption in time."
        case .sending: "\(server) did not take the request in time."
        case .waiting: "\(server) took the request and did not answer in time."
        case .receiving: "\(server) did not complete its answer in time."
        case .idle: "\(server) was silent for too long."
        }
    }

    /// A clause as a sentence, unless it begins with the server's name.
    private static func sentence(_ clause: String, of server: String) -> String {
        clause.hasPrefix(server) ? "\(clause)." : "\(clause.prefix(1).uppercased())\(clause.dropFirst())."
    }

    /// What to do about it.
    package var nextStep: String {
        switch kind {
        case .badURL, .badRequest: "Correct it in the settings."
        case .nameNotFound: "Check the spelling, and that this machine can look up names."
        case .forbiddenAddress: "If that is meant, allow private addresses for this target in the settings."
        case .refused, .unreachable: "Check host and port, and that the server runs."
        case .timedOut, .connectionLost, .other: "This is tried again by itself; if it stays, look at the server."
        case .tls(let failure):
            failure.nextStep ?? "The server may need an update: TLS 1.2 is the least that is spoken."
        case .proxy: "Check the proxy in the environment (https_proxy, no_proxy)."
        case .protocolViolation: "Check that the port belongs to a web server, and whether it wants https."
        case .tooLarge, .tooManyRedirects: "Check that the address is the one of the service itself."
        case .forbiddenRedirect: "Enter the final address in the settings."
        case .cancelled, .clientClosed: "Start it again if it is still wanted."
        }
    }
}
