import HTTPServer
import SignalRProtocol
import WebSockets

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
