import HTTPClient
import Observability
import Runtime
import SignalRProtocol
import Sockets

/// Refreshes the token of a connection before the server stops taking it, as long as the connection lives.
///
/// A failure is reported and changes nothing else: the connection goes on with the token that it has.
final class TokenKeeper: Sendable {
    private let plan: TokenRefresh
    private let requests: HubRequests
    private let loop: EventLoop
    private let end = Promise<Void, Never>()

    init(_ plan: TokenRefresh, _ requests: HubRequests, on loop: EventLoop) {
        self.plan = plan
        self.requests = requests
        self.loop = loop
    }

    /// Lets ``run()`` return.
    func stop() { end.keep() }

    /// Returns when there is nothing to refresh any more, or after ``stop()``.
    func run() async { _ = await race(stop: end) { await self.keep() } }

    private func keep() async {
        var plan = plan
        while let pause = plan.pause {
            do { try await loop.sleep(for: pause) } catch { return }
            do throws(HubError) {
                plan.refreshed(lifetime: try await refresh(plan.url))
                requests.options.logger?.debug("the token of a hub connection was refreshed")
                requests.options.onTokenRefresh?(nil)
            } catch {
                if Task.isCancelled { return }
                plan.failed(mayPass: error.isRetryable)
                requests.options.logger?.warning("the token of a hub connection was not refreshed", error: error)
                requests.options.onTokenRefresh?(error)
            }
        }
    }

    /// Shows a fresh token of the application, and asks for another one if it is refused.
    private func refresh(_ url: HubURL) async throws(HubError) -> Duration? {
        let token = try await requests.access.provided(lastWasRefused: false)
        do throws(HubError) {
            return try await refresh(url, token)
        } catch {
            guard error.kind == .unauthorized, token != nil else { throw error }
            return try await refresh(url, requests.access.provided(lastWasRefused: true))
        }
    }

    private func refresh(_ url: HubURL, _ token: AccessToken?) async throws(HubError) -> Duration? {
        let response: HTTPClientResponse
        do throws(HTTPError) {
            var request = try requests.make(.post, url, showing: token)
            request.body = .bytes([], contentType: "text/plain;charset=UTF-8")
            request.deadlines.total = requests.options.connectTimeout
            request.limits.body = 1 << 20
            response = try await requests.http.send(request)
        } catch {
            throw HubError(error)
        }
        requests.keepCookies(of: response.head, from: url)
        let reply = try? TokenRefreshReply(response.body.span)
        guard response.status == 200, let reply else {
            throw .notRefreshed(response.status, reply?.error, at: url.origin, retryAfter: response.head.retryAfter())
        }
        if let given = reply.accessToken {
            requests.access.replace(AccessToken(given))
        } else if let token {
            requests.access.refreshed(token)
        }
        return reply.tokenLifetime
    }
}
