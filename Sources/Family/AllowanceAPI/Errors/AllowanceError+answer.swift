import HTTPClient
import JSON
import Values

extension AllowanceError {
    /// What a status other than 2xx means.
    init(status: Int, body: [UInt8], retryAfter: Duration?, location: String?, call: Call, place: String) {
        let shape = ErrorBody(body)
        let kind = Self.kind(status: status, body: shape)
        // A 5xx of the server itself says nothing about whether the change was made before.
        let isUncertain = call.isWrite && (status >= 500 || status == 408)
        self.init(
            kind, status: status, body: shape, place: place, route: call.name,
            detail: kind == .redirected ? Self.origin(of: location) : "", retryAfter: retryAfter,
            outcomeIsUnknown: isUncertain)
    }

    private static func kind(status: Int, body: ErrorBody) -> Kind {
        switch (status, body) {
        case (300..<400, _): .redirected
        case (400, .coded("NO_FAMILY", _)): .noFamily
        case (401, .coded("INVALID_CREDENTIALS", _)): .wrongCredentials
        case (401, _): .signInRequired
        case (403, _): .notPermitted
        case (404, .empty), (405, .empty): .unknownRoute
        case (404, .page), (511, _): .notTheServer
        case (404, _): .notFound
        case (408, _), (425, _), (502...504, _): .unavailable
        case (409, _): .conflict
        case (429, _): .tooManyRequests
        case (500..., _): .serverFailed
        default: .invalidRequest
        }
    }

    /// The place a redirect names, without path and query, which may hold secrets.
    private static func origin(of location: String?) -> String {
        guard let location, let url = try? HTTPURL(location) else { return "" }
        return "to \(url.origin)"
    }

    /// A 2xx whose body is not what its route answers.
    init(_ error: JSONError, body: [UInt8], status: Int, call: Call, place: String) {
        let isPage = body.first { !Set([0x20, 0x09, 0x0A, 0x0D]).contains($0) } == UInt8(ascii: "<")
        let kind: Kind = isPage ? .notTheServer : error.kind == .unexpectedEnd ? .truncatedAnswer : .unexpectedAnswer
        self.init(
            kind, status: status, place: place, route: call.name, detail: isPage ? "" : error.description,
            // Something in the way may have answered in the server's place, or the server may have done it.
            outcomeIsUnknown: call.isWrite)
    }

    /// No answer, or not all of it.
    init(_ error: HTTPError, call: Call, place: String) {
        self.init(
            Self.kind(of: error.kind), place: place, route: call.name, detail: Self.detail(of: error),
            outcomeIsUnknown: call.isWrite && error.mayHaveArrived)
    }

    private static func detail(of error: HTTPError) -> String {
        switch error.kind {
        case .tls(.notTLS): "it does not speak TLS on this port; is it http instead of https"
        case .tls(let failure):
            failure.fault(of: "the server", detail: error.detail) + (failure.remedy.map { ": \($0)" } ?? "")
        default: error.detail
        }
    }

    private static func kind(of kind: HTTPError.Kind) -> Kind {
        switch kind {
        case .nameNotFound, .refused, .unreachable, .proxy, .forbiddenAddress: .unreachable
        case .timedOut: .timedOut
        case .connectionLost, .other: .connectionLost
        // Its certificate is not the matter: there is none.
        case .tls(.notTLS): .notTheServer
        case .tls: .insecure
        case .protocolViolation: .notTheServer
        case .tooLarge: .unexpectedAnswer
        case .tooManyRedirects, .forbiddenRedirect: .redirected
        case .badURL, .badRequest: .invalidRequest
        case .cancelled, .clientClosed: .cancelled
        }
    }
}
