import HTTPServer
import Runtime

/// A connection over long polling: each request waits for records, posts go the other way.
struct ServedPolls: Sendable {
    let peer: HubPeer

    /// Answers the first poll, which only says that the connection is there.
    func first() -> HTTPResponse { Self.records([]) }

    /// Answers a poll: with what waits, with nothing when its time is over, with 204 when another poll takes its place or
    /// the connection has ended.
    func answer() async -> HTTPResponse {
        let timeout = peer.hub.configuration.pollTimeout
        let number = peer.machine.withLock { $0.polled(until: .now + timeout) }
        let fetched = await peer.writer.fetch(number)
        peer.machine.withLock { $0.pollEnded(number, now: .now) }
        switch fetched {
        case .records(let records): return Self.records(records)
        case .nothing: return Self.records([])
        case .replaced: return Self.answer(.noContent)
        case .ended(let isCut):
            peer.hub.forget(peer)
            return isCut ? HTTPResponse(body: .stream { _ in throw CancellationError() }) : Self.answer(.noContent)
        }
    }

    /// Ends the connection as its client asks.
    func delete() -> HTTPResponse {
        peer.end(.close(error: nil, allowReconnect: true), because: HubDisconnection(.closedByClient))
        peer.hub.forget(peer)
        return Self.answer(.accepted)
    }

    private static func records(_ records: [[UInt8]]) -> HTTPResponse {
        var response = answer(.ok)
        response.headers["Content-Type"] = "application/octet-stream"
        response.body = .bytes(Array(records.joined()))
        return response
    }

    private static func answer(_ status: HTTPStatus) -> HTTPResponse {
        HTTPResponse(status, headers: ["Content-Type": "text/plain", "Cache-Control": "no-cache, no-store"])
    }
}

/// What clients send where their transport carries only the other way.
struct ServedPosts: Sendable {
    let peer: HubPeer

    /// Takes the body of a post, and answers when there is room for more.
    func answer(_ body: [UInt8]) async -> HTTPResponse {
        guard await peer.reader.post(body, of: peer) else { return .gone }
        return HTTPResponse(headers: ["Content-Type": "text/plain"])
    }
}
