package import HTTPClient
package import Observability
package import Runtime
import Values

/// One account at one family server: its token, and the questions that are asked with it.
///
/// Every question gets a good token first: from the store, renewed 300 s before its end, or by signing in with the
/// password. However many questions wait, one of them does that. A 401 all the same makes one more try with a new token.
package actor AllowanceSession {
    /// The server's address, without `/api/v1`.
    package nonisolated let server: HTTPURL
    /// Where a hub may be, in the order in which `findHub()` asks.
    package nonisolated let hubPaths: [String]
    /// For next steps.
    package nonisolated let signInWay: SignInWay

    /// The paths that real servers have had since 2025.
    package static let knownHubPaths = ["/hubs/notifications", "/hubs/family"]

    let http: HTTPClient
    let credentials: (any CredentialSource)?
    let tokens: any TokenStore
    let logger: Logger
    let wallClock: WallClock
    let base: String

    var routes = Routes()
    var hub: HTTPURL?
    /// The last token, with a number that tells it from the one before.
    var held: (signedIn: SignedIn, number: Int)?, tokensReceived = 0
    /// What the store held when it was last looked at; `nil` before that.
    var seen: SignedIn??
    /// Set with each look at the store that counts, so that an older one does not.
    var storeLooks = 0
    /// Called when the store turns out to hold somebody else's sign-in, or none any more.
    let personChanged: @Sendable () -> Void
    var policy = TokenPolicy()
    /// What the server refused, until then.
    var refused: (credentials: Credentials, until: Timestamp)?
    let renewal = SingleFlight<Result<Void, AllowanceError>>()

    /// How far the server's clock is from this machine's.
    package internal(set) var clock = ServerClock()

    /// - Parameters:
    ///   - credentials: for a sign-in without a person; `nil` if only a person can.
    ///   - signInWay: for next steps.
    ///   - clock: this machine's time.
    ///   - personChanged: called when somebody else has signed in meanwhile, or has signed out: what goes on in the name
    ///     of the former person should end.
    package init(
        server: HTTPURL, http: HTTPClient, credentials: (any CredentialSource)? = nil,
        tokens: any TokenStore = MemoryTokenStore(), hubPaths: [String] = AllowanceSession.knownHubPaths,
        logger: Logger, signInWay: SignInWay = SignInWay(), clock: WallClock = .system,
        personChanged: @escaping @Sendable () -> Void = {}
    ) {
        self.server = server
        self.http = http
        self.credentials = credentials
        self.tokens = tokens
        self.hubPaths = hubPaths
        self.logger = logger
        self.signInWay = signInWay
        wallClock = clock
        self.personChanged = personChanged
        base = server.apiBase
    }

    /// This machine's time.
    func now() -> Timestamp { wallClock.now }
}

extension HTTPURL {
    /// The address without query and last slash; people also copy `/api/v1` into it.
    fileprivate var apiBase: String {
        var base = String(text.prefix { $0 != "?" })
        while base.hasSuffix("/") { base.removeLast() }
        return base.hasSuffix("/api/v1") ? String(base.dropLast("/api/v1".count)) : base
    }
}

extension LogKey {
    static let route = LogKey("http.route")
    static let status = LogKey("http.status")
    static let duration = LogKey("duration.ms")
    static let reason = LogKey("api.reason")
    static let error = LogKey("error")
}
