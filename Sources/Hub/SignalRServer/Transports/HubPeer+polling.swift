import HTTPServer
import SignalRProtocol
import WebSockets

/// Long polling: each request waits for records, posts go the other way.
extension HubPeer {
    /// Answers the first poll, which only says that the connection is there.
    func firstPoll() -> HTTPResponse {
        withState { $0.absentSince = .now }
        return Self.records([])
    }

    private enum PollOutcome: Sendable {
        case records([[UInt8]])
        case nothing
        /// Another poll has come, or the connection has ended.
        case over
        case cut
    }

    /// Answers a poll: with what waits, with nothing when its time is over, with 204 when another poll takes its place or
    /// the connection has ended.
    func poll() async -> HTTPResponse {
        let timeout = hub.configuration.pollTimeout
        let number = withState { state in
            state.transports += 1
            state.hasChanged = true
            state.absentSince = nil
            state.pollDeadline = .now + timeout
            return state.transports
        }
        let outcome = await wait { Self.outcome(&$0, number) }
        withState { state in
            guard state.transports == number else { return }
            state.pollDeadline = nil
            state.absentSince = .now
        }
        switch outcome {
        case .records(let records): return Self.records(records)
        // Without an outcome the client has gone.
        case .nothing, nil: return Self.records([])
        case .over:
            if withState({ $0.hasEnded && $0.transports == number }) { hub.forget(self) }
            return Self.answer(.noContent)
        case .cut:
            hub.forget(self)
            return HTTPResponse(body: .stream { _ in throw CancellationError() })
        }
    }

    private static func outcome(_ state: inout HubPeerState, _ number: UInt64) -> PollOutcome? {
        guard state.transports == number else { return .over }
        if let records = state.fetch() { return .records(records) }
        if case .ended(let ending) = state.phase { return ending == .cut ? .cut : .over }
        return state.pollDeadline.map { .now >= $0 } == false ? nil : .nothing
    }

    /// Ends the connection as its client asks.
    func delete() -> HTTPResponse {
        end(.close(error: nil, allowReconnect: true))
        hub.forget(self)
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
extension HubPeer {
    /// Takes the body of a post, after those that came before it, and answers when there is room for more.
    func post(_ body: [UInt8]) async -> HTTPResponse {
        let number = withState { state in
            defer { state.nextPost += 1 }
            return state.nextPost
        }
        // Not left when its client goes: it would let the next one overtake.
        let isOpen = await wait(isCancellable: false) { state -> Bool? in
            state.hasEnded ? false : state.currentPost == number ? true : nil
        }
        guard isOpen == true else { return .gone }
        let (incoming, violation) = withState { Self.read(body, &$0.reader) }
        await receive(incoming, violation: violation)
        withState { state in
            state.currentPost += 1
            state.hasChanged = true
        }
        return HTTPResponse(headers: ["Content-Type": "text/plain"])
    }

    private static func read(
        _ body: [UInt8], _ reader: inout HubPeerReader
    ) -> ([HubPeerReader.Incoming], HubProtocolError?) {
        var incoming: [HubPeerReader.Incoming] = []
        do throws(HubProtocolError) {
            try reader.read(body.span, into: &incoming)
        } catch {
            return (incoming, error)
        }
        return (incoming, nil)
    }
}
