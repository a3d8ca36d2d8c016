package import JSON
import SignalRProtocol

/// Where a streaming method puts its items.
package struct HubItemWriter: Sendable {
    let peer: HubPeer
    let id: String

    /// Sends an item, and returns when the client has room for more.
    ///
    /// - Throws: `CancellationError` when the client has cancelled the stream or has gone.
    package func send(_ item: JSONFragment) async throws {
        try Task.checkCancellation()
        peer.enqueue(HubMessage.streamItem(id: id, item: item.bytes).record)
        await peer.waitForRoom()
        try Task.checkCancellation()
    }
}
