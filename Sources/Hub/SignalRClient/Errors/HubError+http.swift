import HTTPClient

extension HubError {
    /// What a streamed request threw: its own, or that of whoever read it.
    init(ofRequest error: any Error) {
        switch error {
        case let error as HubError: self = error
        case let error as HTTPError: self.init(error)
        default: self = .cancelled
        }
    }

    init(_ error: HTTPError) {
        let place = error.place
        switch error.kind {
        case .badURL, .badRequest:
            self.init(.badURL, "the request could not be made: \(error.detail)", nextStep: "Check URL and headers.")
        case .nameNotFound:
            self.init(
                .nameNotFound, "the name in \(place) was not found", nextStep: "Check the spelling and the network.")
        case .refused:
            self.init(
                .refused, "nothing listens at \(place)", nextStep: "Check the port, and whether the server runs.")
        case .unreachable, .forbiddenAddress, .proxy:
            self.init(.unreachable, "\(place) can't be reached: \(error.detail)", nextStep: "Check the network.")
        case .timedOut:
            self.init(.connectTimeout, "\(place) did not answer in time", nextStep: "Is the server overloaded?")
        case .tls(.notTLS):
            self.init(
                .plainHTTP, "\(place) does not speak TLS on this port",
                nextStep: "Check the port, or use http instead of https.")
        case .tls(let reason):
            self.init(.certificate, Self.certificate(reason, place, error.detail), nextStep: Self.remedy(reason))
        case .protocolViolation:
            self.init(
                .notAHub, "what answers at \(place) does not speak HTTP: \(error.detail)",
                nextStep: "Check the port; a port for https must be named with https.")
        case .connectionLost: self = .lost(error.detail)
        case .tooLarge, .tooManyRedirects, .forbiddenRedirect:
            self.init(.notAHub, "\(place) did not answer as a hub does: \(error.detail)", nextStep: "Check the URL.")
        case .cancelled: self = .cancelled
        case .clientClosed: self = .stopped
        case .badFile, .other: self.init(.unreachable, "\(place) can't be reached: \(error.detail)")
        }
    }

    private static func certificate(_ reason: HTTPError.TLSReason, _ place: String, _ detail: String) -> String {
        switch reason {
        case .expired: "the certificate of \(place) has expired"
        case .notYetValid: "the certificate of \(place) is not valid yet"
        case .wrongHost: "the certificate of \(place) is made out to another name"
        case .selfSigned: "the certificate of \(place) is self-signed"
        case .untrusted: "the certificate of \(place) comes from an authority that is not trusted here"
        case .revoked: "the certificate of \(place) has been revoked"
        case .clientCertificate: "\(place) does not accept the certificate of this client, or wants one"
        case .notTLS, .handshake, .badFile: "no TLS with \(place): \(detail)"
        }
    }

    private static func remedy(_ reason: HTTPError.TLSReason) -> String? {
        switch reason {
        case .expired, .revoked: "It must be renewed there, or the clock here is wrong."
        case .notYetValid: "Check the clock here."
        case .wrongHost: "Use the name that the certificate has."
        case .selfSigned, .untrusted: "Name the file of the authority's certificate as CA file."
        case .clientCertificate: "Name certificate and key that the hub knows."
        case .notTLS, .handshake, .badFile: nil
        }
    }
}
