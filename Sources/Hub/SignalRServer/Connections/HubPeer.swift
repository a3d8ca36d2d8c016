package import HTTPServer
import JSON
import Runtime
import SignalRProtocol

/// One client's connection. Its queue of outgoing messages is bounded; see ``HubConfiguration/maximumOutgoingBytes``.
package final class HubPeer: Sendable {
    struct State {
        var liveness: HubLiveness
        var isOpen = false
        /// The items of upload streams that a method reads.
        var uploads: [String: BoundedChannel<JSONFragment>] = [:]
        /// Finishing one cancels the stream with that id.
        var streams: [String: BoundedChannel<Never>] = [:]
    }

    /// The public id of the connection.
    package let id: String
    /// Who connects, as the authorizer said.
    package let user: String?
    /// The request that opened the connection, with its headers and query.
    package let request: HTTPRequest
    /// How its records travel: "WebSockets", "ServerSentEvents" or "LongPolling".
    package let transport = "WebSockets"
    /// The hub that it is connected to.
    package let hub: Hub

    let results = ClientResults()
    let calls: BoundedChannel<QueuedCall>
    let outgoing: BoundedChannel<[UInt8]>
    /// Finished when the handshake is complete.
    let handshake = BoundedChannel<Never>(limit: 1)
    let endings = BoundedChannel<HubPeerEnding>(limit: 1)
    let state: Lock<State>

    init(hub: Hub, id: String, user: String?, request: HTTPRequest) {
        self.hub = hub
        self.id = id
        self.user = user
        self.request = request
        calls = BoundedChannel(limit: hub.configuration.maximumWaitingCalls)
        // Streams and answers wait at a quarter, so that there is room for what can't wait.
        outgoing = BoundedChannel(limit: max(1, hub.configuration.maximumOutgoingBytes / 4))
        state = Lock(State(liveness: HubLiveness(hub.configuration, now: .now)))
    }

    /// A header of the request that opened the connection.
    package func header(_ name: String) -> String? { request.headers[name] }

    /// A query parameter of the request that opened the connection, decoded.
    package func queryValue(_ name: String) -> String? { request.queryValue(name) }

    /// Ends the connection; the first ending counts.
    package func end(_ ending: HubPeerEnding) { endings.push(ending) }

    /// Queues a record. When too much waits already, the connection is cut.
    func enqueue(_ record: [UInt8]) {
        guard outgoing.backlog <= hub.configuration.maximumOutgoingBytes else { return end(.cut) }
        outgoing.push(record, cost: record.count)
        state.withLock { $0.liveness.sent(now: .now) }
    }

    /// Returns when little enough waits to be written.
    func waitForRoom() async { await outgoing.waitForRoom() }

    /// Called once, by the reader.
    func open() {
        state.withLock { state in
            state.isOpen = true
            state.liveness.handshakeCompleted(now: .now)
        }
        handshake.finish()
        enqueue(HubHandshake.response())
        // From here on messages for everybody reach this client too: behind the answer to its handshake.
        hub.opened(self)
    }
}
