import HTTPClient
import Runtime
import SignalRProtocol

extension HTTPTransport {
    /// Receives until the server ends the event stream.
    func receiveEvents() async throws(HubError) {
        let requests = target.requests
        let status = try await requests.renewingOnce { () async throws(HubError) in
            let status = try await self.receiveOneStream(requests)
            return (status, status: status)
        }
        guard status == 200 else { throw .status(status, at: target.url.origin) }
    }

    /// - Returns: The status, where it is that of a refused token.
    private func receiveOneStream(_ requests: HubRequests) async throws(HubError) -> Int {
        do {
            var request = try requests.make(.get, target.url)
            try request.setHeader("Accept", "text/event-stream")
            // The hub's own silence is judged by its messages.
            request.deadlines.total = nil
            request.limits.body = .max
            return try await requests.http.stream(request) { head, body in
                requests.keepCookies(of: head, from: self.target.url)
                if head.status != 401 { try await self.receive(head, body) }
                return head.status
            }
        } catch {
            throw HubError(ofRequest: error)
        }
    }

    private func receive(_ head: HTTPResponseHead, _ body: HTTPBodyStream) async throws {
        guard head.status == 200 else {
            throw HubError.status(head.status, at: target.url.origin, retryAfter: head.retryAfter())
        }
        guard head.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") == true else {
            throw HubError.notAHub(target.url.origin)
        }
        opened()
        var decoder = EventStreamDecoder()
        for try await bytes in body {
            var payload: [UInt8] = []
            decoder.append(bytes.span, to: &payload)
            // Also when nothing came of it: a part of a large event is a sign of life.
            await inbox.put(payload, cost: max(payload.count, 1))
        }
    }
}
