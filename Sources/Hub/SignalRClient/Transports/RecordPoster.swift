import HTTPClient
import Runtime
import SignalRProtocol

/// Sends records by POST, for the transports that only receive: one request at a time, each with all that has gathered
/// meanwhile. So they arrive in order, and a slow server gets fewer and larger requests.
final class RecordPoster: Sendable {
    /// What waits before senders do.
    private static let backlog = 1 << 18
    /// What goes into one request; a single record may be larger. Proxies often take no more than a megabyte.
    private static let batch = 1 << 16

    private let url: HubURL
    private let requests: HubRequests
    private let queue = BoundedChannel<[UInt8]>(limit: backlog)

    init(_ target: HubTarget) {
        url = target.url
        requests = target.requests
    }

    /// Queues a record.
    ///
    /// - Returns: Whether there is room for more.
    /// - Throws: ``HubError`` after the end; why it ended, the reader tells.
    func enqueue(_ record: [UInt8]) throws(HubError) -> Bool {
        guard !queue.isFinished else { throw .notConnected }
        return queue.push(record, cost: record.count)
    }

    /// Returns when there is room again.
    func waitForRoom() async { await queue.waitForRoom() }

    /// Lets ``run()`` return when all is sent.
    func finish() { queue.finish() }

    /// Lets those that wait go on.
    func abandon() { queue.finish(droppingRest: true) }

    /// Posts what is queued until ``finish()``.
    ///
    /// - Throws: Why one was not taken; the rest is not sent then.
    func run() async throws(HubError) {
        while var body = await next() {
            while body.count < Self.batch, let record = queue.take() { body += record }
            try await post(body)
        }
    }

    private func next() async -> [UInt8]? { try? await queue.next() }

    private func post(_ body: [UInt8]) async throws(HubError) {
        let head = try await requests.renewingOnce { () async throws(HubError) in
            let head = try await self.attempt(body)
            return (head, status: head.status)
        }
        guard head.isSuccess else { throw .statusOfOpen(head.status, at: url.origin, retryAfter: head.retryAfter()) }
    }

    private var contentType: String {
        switch requests.options.messageFormat {
        case .json: "text/plain;charset=UTF-8"
        case .messagePack: "application/octet-stream"
        }
    }

    private func attempt(_ body: [UInt8]) async throws(HubError) -> HTTPResponseHead {
        var request: HTTPClientRequest
        do throws(HTTPError) { request = try requests.make(.post, url) } catch { throw HubError(error) }
        request.body = .bytes(body, contentType: contentType)
        // A hub whose method is slow takes no more until it is through.
        request.deadlines.total = requests.options.requestTimeout
        request.limits.body = 1 << 20
        return try await requests.send(request, to: url).head
    }
}
