import HTTPServer
import SignalRProtocol
import WebSockets

/// Server-sent events: a stream of records one way, posts the other.
extension HubPeer {
    /// Answers the request that opened the connection with the stream; the connection ends with it.
    func streamEvents() -> HTTPResponse {
        var response = HTTPResponse.events { [self] events in
            defer {
                end(.gone)
                hub.forget(self)
            }
            try await write(to: events)
        }
        response.headers["Cache-Control"] = "no-cache, no-store"
        return response
    }

    private func write(to events: EventWriter) async throws {
        await events.limitWriting(to: hub.configuration.sendTimeout)
        try await events.write(raw: HubEventText.opening)
        while let records = await nextRecords() { try await events.write(raw: HubEventText.event(records)) }
        // An error here is how an answer is cut.
        if withState({ $0.phase == .ended(.cut) }) { throw CancellationError() }
    }

    /// What waits for the client; `nil` at the end.
    private func nextRecords() async -> [[UInt8]]? {
        let records = await wait { state -> [[UInt8]]? in
            if let records = state.fetch() { return records }
            return state.hasEnded ? [] : nil
        }
        return records?.isEmpty == false ? records : nil
    }
}

extension HubPeerState {
    /// What waits for a transport that fetches; `nil` if nothing does, or nothing may go out yet.
    mutating func fetch() -> [[UInt8]]? {
        guard isOpen || hasEnded, !queue.isEmpty else { return nil }
        hasChanged = true
        return queue.takeAll()
    }
}
