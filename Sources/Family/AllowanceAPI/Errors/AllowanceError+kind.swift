extension AllowanceError {
    /// The closed set of reasons; the raw value is a metric label.
    package enum Kind: String, Sendable, CaseIterable {
        /// No connection came about: nothing was sent.
        case unreachable
        case timedOut = "timed_out"
        /// The connection ended before the answer did.
        case connectionLost = "connection_lost"
        /// The server's certificate can't be trusted.
        case insecure
        /// Something else answered: a page of a network's login, a router, another web server.
        case notTheServer = "not_the_server"
        /// The server sends us elsewhere; a token never follows.
        case redirected
        /// The answer stops in the middle.
        case truncatedAnswer = "truncated_answer"
        /// The answer is not what this version of the program understands.
        case unexpectedAnswer = "unexpected_answer"
        case wrongCredentials = "wrong_credentials"
        /// No token, or one that the server takes no more, and no password to get another one.
        case signInRequired = "sign_in_required"
        case notPermitted = "not_permitted"
        /// The account belongs to no family.
        case noFamily = "no_family"
        /// The child, or whatever was asked for, is not there or not ours.
        case notFound = "not_found"
        /// The server has no such route: older or newer than this program knows.
        case unknownRoute = "unknown_route"
        /// The server has no hub where a person said that it is.
        case noHub = "no_hub"
        case invalidRequest = "invalid_request"
        case conflict
        case tooManyRequests = "too_many_requests"
        /// The server failed; for a write also how the public backend refuses, without a word why.
        case serverFailed = "server_failed"
        /// The server, or a proxy before it, asks to come back later.
        case unavailable
        case tokenStoreFailed = "token_store_failed"
        /// The sign-in can't be kept, since the disk is full.
        case tokenStoreFull = "token_store_full"
        /// The configured password can't be had.
        case passwordUnreadable = "password_unreadable"
        /// Somebody else is signed in than whose request this is.
        case anotherPerson = "another_person"
        case cancelled
    }

    /// Whether a person has to sign in before anything can work again.
    package var needsSignIn: Bool { kind == .wrongCredentials || kind == .signInRequired }
}
