import HTTPServer

/// A connection over server-sent events: a stream of records one way, posts the other.
struct ServedEvents: Sendable {
    let peer: HubPeer

    /// Answers the request that opened the connection with the stream; the connection ends with it.
    func response() -> HTTPResponse {
        var response = HTTPResponse.events { events in
            defer {
                peer.end(.gone, because: HubDisconnection(.lost, error: "the event stream ended"))
                peer.hub.forget(peer)
            }
            try await write(to: events)
        }
        response.headers["Cache-Control"] = "no-cache, no-store"
        return response
    }

    private func write(to events: EventWriter) async throws {
        await events.limitWriting(to: peer.hub.configuration.sendTimeout)
        try await events.write(raw: HubEventText.opening)
        while true {
            switch await peer.writer.fetch(0) {
            case .records(let records): try await events.write(raw: HubEventText.event(records))
            // An error here is how an answer is cut.
            case .ended(isCut: true): throw CancellationError()
            case .ended, .nothing, .replaced: return
            }
        }
    }
}
