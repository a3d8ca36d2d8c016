import HTTPClient
import Runtime
import SignalRProtocol
import Sockets

extension HTTPTransport {
    private enum Poll: Equatable {
        /// What came has been handed on; so many bytes.
        case answered(bytes: Int)
        case refused
        case ended
    }

    /// Polls until the server ends it.
    func receiveByPolling() async throws(HubError) {
        // The first is answered at once and says that polling has begun.
        guard try await pollWithRenewal(isFirst: true) != .ended else { return }
        opened()
        var pacing = PollPacing()
        while !Task.isCancelled {
            let start = ContinuousClock.now
            guard case .answered(let bytes) = try await pollWithRenewal(isFirst: false) else { return }
            let pause = pacing.pause(afterBytes: bytes, took: ContinuousClock.now - start)
            if pause > .zero { try? await network.loop.sleep(for: pause) }
        }
    }

    private func pollWithRenewal(isFirst: Bool) async throws(HubError) -> Poll {
        let poll = try await target.requests.renewingOnce { () async throws(HubError) in
            let poll = try await self.poll(isFirst: isFirst)
            return (poll, status: poll == .refused ? 401 : 200)
        }
        guard poll != .refused else { throw .status(401, at: target.url.origin) }
        return poll
    }

    private func poll(isFirst: Bool) async throws(HubError) -> Poll {
        var isAnswered = false
        do {
            var request = try target.requests.make(.get, target.url)
            request.deadlines.total = nil
            request.deadlines.idle = target.requests.options.requestTimeout
            request.limits.body = .max
            return try await target.requests.http.stream(request) { head, body in
                isAnswered = true
                self.target.requests.keepCookies(of: head, from: self.target.url)
                return try await self.take(head, body, isFirst: isFirst)
            }
        } catch let error as HTTPError where error.kind == .timedOut(.idle) && !isAnswered && !isFirst {
            return .answered(bytes: 0)
        } catch {
            throw HubError(ofRequest: error)
        }
    }

    private func take(_ head: HTTPResponseHead, _ body: HTTPBodyStream, isFirst: Bool) async throws -> Poll {
        let place = target.url.origin
        switch head.status {
        case 200:
            var count = 0
            for try await bytes in body {
                count += bytes.count
                await inbox.put(bytes, cost: bytes.count)
            }
            return .answered(bytes: count)
        case 204: return .ended
        case 401: return .refused
        case let status where isFirst: throw HubError.status(status, at: place, retryAfter: head.retryAfter())
        case let status: throw HubError.statusOfOpen(status, at: place, retryAfter: head.retryAfter())
        }
    }

    /// Tells the server that nobody polls any more; it may know already.
    func endPolling() async {
        guard var request = try? target.requests.make(.delete, target.url) else { return }
        request.deadlines.total = .seconds(5)
        _ = try? await target.requests.send(request, to: target.url)
    }
}
