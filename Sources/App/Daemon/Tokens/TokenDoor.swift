import HTTPServer
import Observability
import Runtime
import Sockets
import Store
import Values

/// Lets those in who show a token of one kind, and no others.
struct TokenDoor: Sendable {
    /// What its tokens are for.
    let kind: AccessToken.Kind
    let store: Store
    let logger: Logger
    private let wrong = Shared()

    private final class Shared: Sendable {
        let tokens = Lock(WrongTokens())
    }

    init(_ kind: AccessToken.Kind, _ store: Store, logger: Logger) {
        (self.kind, self.store, self.logger) = (kind, store, logger)
    }

    /// What the token of a request allows; `nil` for none, one of another kind, or one that was taken back.
    func row(_ request: HTTPRequest) async throws -> AccessTokenRow? {
        guard let field = request.headers["authorization"], field.prefix(7).lowercased() == "bearer ",
            let token = AccessToken(Secret(String(field.dropFirst(7)))), token.kind == kind
        else { return nil }
        return try await store.read("token") { try $0.token(token) }
    }

    func isStillValid(_ number: Int64) async throws -> Bool {
        try await store.read("token.isValid") { try $0.hasToken(number) }
    }

    /// Writes down that somebody is there. That this fails keeps nobody from being told.
    func note(_ number: Int64) async {
        let now = WallClock.system.now
        try? await store.write("token.wasUsed") { try $0.tokenWasUsed(number, at: now) }
    }

    /// Says no more than that: not which part of it was wrong.
    func refuse(_ peer: Peer) -> HTTPResponse {
        switch wrong.tokens.withLock({ $0.came(from: peer, at: BootTime.now) }) {
        case .tooMany: return .tooMany("Too many wrong tokens came from here.", retryAfter: WrongTokens.period)
        case .refused(let isFirst):
            if isFirst { logger.warning(kind.refusal, [.reason: .text(peer.origin)]) }
            var response = HTTPResponse.plain(.unauthorized)
            response.headers["WWW-Authenticate"] = "Bearer"
            return response
        }
    }
}

extension AccessToken.Kind {
    fileprivate var refusal: StaticString {
        switch self {
        case .desktop: "somebody without a valid desktop token was refused"
        case .feed: "somebody without a valid feed token was refused"
        }
    }
}

extension HTTPResponse {
    /// - Parameter sentence: of what there is too much.
    static func tooMany(_ sentence: String, retryAfter pause: Duration) -> HTTPResponse {
        var response = HTTPResponse.text("\(sentence)\n", status: HTTPStatus(rawValue: 429))
        response.headers["Retry-After"] = "\(pause.components.seconds)"
        return response
    }

    /// Nothing but the status and its name.
    static func plain(_ status: HTTPStatus) -> HTTPResponse {
        status == .noContent ? HTTPResponse(.noContent) : .text("\(status.reason)\n", status: status)
    }
}
