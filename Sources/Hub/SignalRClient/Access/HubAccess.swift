import Runtime
import SignalRProtocol
import Values

/// What an attempt, and the transport that comes of it, shows to be let in: a token and the servers' cookies.
///
/// Both end with it: the next attempt asks for a token again, and what a redirection said is forgotten.
final class HubAccess: Sendable {
    private struct State {
        /// From the user's provider.
        var own: AccessToken?
        /// A redirection's; it takes the place of the user's.
        var redirected: AccessToken?
        /// Counts the tokens.
        var generation = 0
        var cookies = CookieJar()
    }

    private let provider: (@Sendable (AccessTokenRequest) async throws -> AccessToken?)?
    private let state = Lock(State())

    init(_ options: HubConnectionOptions) {
        provider = options.accessToken
    }

    /// What to show now.
    var token: AccessToken? { state.withLock { $0.redirected ?? $0.own } }

    /// Which token it is; another number, another token.
    var generation: Int { state.withLock { $0.generation } }

    /// Whether a redirection's token is shown in place of the user's.
    var isRedirected: Bool { state.withLock { $0.redirected != nil } }

    /// Whether another token can be had in place of one that was refused.
    var isRenewable: Bool { state.withLock { $0.redirected == nil && $0.own != nil } }

    /// Asks the user's provider.
    ///
    /// - Parameter lastWasRefused: whether a kept token is of no use.
    func ask(lastWasRefused: Bool) async throws(HubError) {
        let token = try await provided(lastWasRefused: lastWasRefused)
        state.withLock { state in
            state.own = token
            state.generation += 1
        }
    }

    /// A token from the user's provider, which is not shown yet.
    func provided(lastWasRefused: Bool) async throws(HubError) -> AccessToken? {
        guard let provider else { return nil }
        do {
            let token = try await provider(AccessTokenRequest(lastWasRefused: lastWasRefused))
            return token?.secret.isEmpty == true ? nil : token
        } catch let error as HubError {
            throw error
        } catch {
            if Task.isCancelled { throw .cancelled }
            throw HubError(.noToken, "there is no token to connect with: \(error)")
        }
    }

    /// Asks for another token, unless the one of that generation, which was refused, has been replaced meanwhile.
    func renew(after refused: Int) async throws(HubError) {
        guard generation == refused else { return }
        try await ask(lastWasRefused: true)
    }

    /// A redirection's token, or none: then the user's counts again.
    func redirected(_ token: AccessToken?) {
        state.withLock { state in
            state.redirected = token
            state.generation += 1
        }
    }

    /// A server has given a token to be shown from now on.
    func replace(_ token: AccessToken) {
        state.withLock { state in
            state.generation += 1
            if state.redirected == nil { state.own = token } else { state.redirected = token }
        }
    }

    /// The server takes this token of the user's from now on.
    func refreshed(_ token: AccessToken) {
        state.withLock { state in
            state.generation += 1
            state.own = token
        }
    }

    /// Takes cookies that came from `url`.
    func received(_ cookies: [String], from url: HubURL) {
        guard !cookies.isEmpty else { return }
        state.withLock { state in
            for cookie in cookies { state.cookies.store(cookie, from: url) }
        }
    }

    /// What goes into `Cookie` at `url`, the user's own before those of servers; `nil` for nothing.
    func cookies(for url: HubURL, own: String?) -> String? {
        let theirs = state.withLock { $0.cookies.field(for: url) }
        guard let own, !own.isEmpty else { return theirs }
        return theirs.map { "\(own); \($0)" } ?? own
    }
}
