import HTTPClient
import Values

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
        case .tls(let failure):
            self.init(
                failure == .notTLS ? .plainHTTP : .certificate, failure.fault(of: place, detail: error.detail),
                nextStep: failure.nextStep)
        case .protocolViolation:
            self.init(
                .notAHub, "what answers at \(place) does not speak HTTP: \(error.detail)",
                nextStep: "Check the port; a port for https must be named with https.")
        case .connectionLost: self = .lost(error.detail)
        case .tooLarge, .tooManyRedirects, .forbiddenRedirect:
            self.init(.notAHub, "\(place) did not answer as a hub does: \(error.detail)", nextStep: "Check the URL.")
        case .cancelled: self = .cancelled
        case .clientClosed: self = .stopped
        case .other: self.init(.unreachable, "\(place) can't be reached: \(error.detail)")
        }
    }
}
