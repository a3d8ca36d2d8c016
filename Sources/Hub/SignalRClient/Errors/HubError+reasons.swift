import SignalRProtocol

extension HubError {
    init(_ error: HubProtocolError) {
        switch error.kind {
        case .malformed, .malformedMessagePack, .missing, .invalid, .resultAndError, .incompleteRecord, .notHandshake,
            .sequenceGap,
            .invalidSequence:
            self.init(
                .protocolViolation, error.description,
                nextStep: "Is it a SignalR hub, and does nothing on the way change what it sends?")
        case .recordTooLong(let limit):
            self.init(
                .protocolViolation, error.description,
                nextStep: "Raise the limit for messages above \(limit) bytes if the hub really sends such messages.")
        case .handshakeRefused: self.init(.handshakeRefused, error.description)
        case .negotiationRefused: self.init(.negotiationRefused, error.description)
        case .legacyServer:
            self.init(.incompatible, error.description, nextStep: "This client needs ASP.NET Core SignalR.")
        case .noCommonTransport:
            self.init(.incompatible, error.description, nextStep: "Enable one here that the hub offers.")
        case .tooManyRedirections, .insecureRedirection:
            self.init(.incompatible, error.description, nextStep: "Check where the server redirects its clients.")
        case .badURL: self.init(.badURL, error.description, nextStep: "A hub's URL looks like https://host/hubs/name.")
        }
    }

    /// An answer to negotiate or to the WebSocket that is not the wanted one.
    static func status(_ status: Int, at place: String, retryAfter: Duration? = nil) -> HubError {
        switch status {
        case 401:
            HubError(
                .unauthorized, "\(place) wants to know who connects (status 401)",
                nextStep: "Sign in again, or check the token.", retryAfter: retryAfter, status: status)
        case 403:
            HubError(
                .forbidden, "\(place) does not let this account in (status 403)",
                nextStep: "Ask for permission, or use another account.", retryAfter: retryAfter, status: status)
        case 404:
            HubError(
                .notAHub, "there is no hub at that path of \(place) (status 404)",
                nextStep: "Check the path; a proxy on the way may also hide the hub.", retryAfter: retryAfter,
                status: status)
        case 300..<400:
            HubError(
                .notAHub, "\(place) sends its clients elsewhere (status \(status))",
                nextStep: "Check the scheme (https?) and the path; it may be a login page.", retryAfter: retryAfter,
                status: status)
        default:
            HubError(
                .httpStatus, "\(place) answered with status \(status)",
                nextStep: status >= 500 ? "The server has a problem; it is tried again." : nil, retryAfter: retryAfter,
                status: status)
        }
    }

    /// An answer that a transport gets which was open already.
    static func statusOfOpen(_ status: Int, at place: String, retryAfter: Duration? = nil) -> HubError {
        switch status {
        case 404, 410:
            HubError(
                .lost, "\(place) does not know this connection any more (status \(status))",
                nextStep: "Was the server restarted, or do several servers share the address without sticky sessions?",
                retryAfter: retryAfter, status: status)
        default: self.status(status, at: place, retryAfter: retryAfter)
        }
    }

    /// A token was not refreshed.
    static func notRefreshed(_ status: Int, _ name: String?, at place: String, retryAfter: Duration?) -> HubError {
        let plain = self.status(status, at: place, retryAfter: retryAfter)
        let detail = name.map { "\($0), " } ?? ""
        return HubError(
            plain.kind, "\(place) did not refresh the token (\(detail)status \(status))",
            nextStep: "The connection goes on with the token that it has.", retryAfter: retryAfter, status: status)
    }

    static func notAHub(_ place: String) -> HubError {
        HubError(
            .notAHub, "what answers at that path of \(place) is not a SignalR hub",
            nextStep: "Check the URL; a hub answers its /negotiate with JSON.", status: 200)
    }

    static let stopped = HubError(.stopped, "the connection was stopped")
    static let alreadyStarted = HubError(
        .alreadyStarted, "the connection runs already", nextStep: "Stop it before starting it again.")
    static func alreadyAnswered(_ target: String) -> HubError {
        HubError(
            .alreadyAnswered, "questions to \(target.prefix(200)) have an answer already",
            nextStep: "Take that away first, by cancel() of its registration or by off(_:).")
    }

    static let cancelled = HubError(.cancelled, "the task was cancelled")
    static let cancelledCall = HubError(
        .cancelled, "the task was cancelled while the answer was awaited", mayHaveRun: true)
    static let notConnected = HubError(
        .notConnected, "there is no connection to the hub at the moment",
        nextStep: "Start it if it is not started, or has ended; else wait until it is connected again.")
    static func stepFailed(_ error: any Error) -> HubError {
        HubError(.stepFailed, "what is to be done on each new connection failed: \("\(error)".prefix(500))")
    }

    static func stepsTimedOut(_ limit: Duration) -> HubError {
        HubError(
            .connectTimeout, "what is to be done on each new connection was not done within \(limit)",
            nextStep: "Raise the limit for connecting, or do less in it.")
    }

    static let consumerTooSlow = HubError(
        .consumerTooSlow, "invocations came faster than they were consumed while a call waited behind them",
        nextStep: "Consume invocations faster, or raise the limit.")

    static func lost(_ detail: String, closeCode: Int? = nil) -> HubError {
        HubError(.lost, "the connection to the hub was lost: \(detail)", closeCode: closeCode)
    }

    static let unconfirmed = HubError(
        .lost, "the connection to the hub was lost: it confirms nothing of what it is sent")

    static func serverTimeout(_ limit: Duration) -> HubError {
        HubError(.serverTimeout, "the hub was silent for \(limit)", nextStep: "It is connected again.")
    }

    static func connectTimeout(_ place: String) -> HubError {
        HubError(.connectTimeout, "\(place) did not answer in time", nextStep: "Is the server overloaded?")
    }

    static func handshakeTimeout(_ limit: Duration) -> HubError {
        HubError(
            .handshakeTimeout, "the hub did not answer the handshake within \(limit)",
            nextStep: "Is it a SignalR hub, or is the server overloaded?")
    }

    static func closedByServer(_ text: String?) -> HubError {
        HubError(
            .closedByServer, text.map { "the hub closed the connection: \($0)" } ?? "the hub closed the connection")
    }
}
