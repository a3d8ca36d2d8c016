package import JSON
import SignalRProtocol

/// Where a streaming method puts its items.
public struct HubItemWriter: Sendable {
    let peer: HubPeer
    let id: String
    private let turns = Turns()

    init(peer: HubPeer, id: String) {
        self.peer = peer
        self.id = id
    }

    /// Sends an item, and returns when the client has room for more.
    ///
    /// - Throws: `CancellationError` when the client has cancelled the stream or has gone.
    package func send(_ item: JSONFragment) async throws {
        try Task.checkCancellation()
        let isFull = peer.enqueue(.streamItem(id: id, item: item.bytes))
        await turns.giveWay()
        if isFull { await peer.waitForRoom() }
        try Task.checkCancellation()
    }

    /// Sends an item, and returns when the client has room for more.
    ///
    /// - Parameter json: JSON text.
    /// - Throws: `CancellationError` when the client has cancelled the stream or has gone; ``HubFailure`` for a text that is
    ///   not JSON.
    public func send(json: String) async throws {
        for item in try HubArguments.fragments([json]) { try await send(item) }
    }
}
