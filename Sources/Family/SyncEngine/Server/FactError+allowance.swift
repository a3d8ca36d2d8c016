import AllowanceAPI

extension FactError {
    init(_ error: AllowanceError) {
        let kind: Kind =
            switch error.kind {
            case .wrongCredentials, .signInRequired: .signInRequired
            case .tooManyRequests: .tooManyRequests
            case .notFound: .notFound
            case .cancelled: .cancelled
            case .unexpectedAnswer: .undecodable
            case .unreachable, .timedOut, .connectionLost, .notTheServer, .truncatedAnswer, .serverFailed,
                .unavailable, .tokenStoreFull:
                .unavailable
            case .insecure, .redirected, .notPermitted, .noFamily, .unknownRoute, .invalidRequest, .conflict,
                .tokenStoreFailed:
                .refused
            }
        self.init(kind, error.description, retryAfter: error.retryAfter)
    }
}
