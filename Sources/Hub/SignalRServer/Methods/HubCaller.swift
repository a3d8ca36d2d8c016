package import JSON

/// One call of a method: who calls, and with what.
package struct HubCaller: Sendable {
    /// The connection that calls.
    package let peer: HubPeer
    package let arguments: HubArguments
    /// The streams that the caller uploads, in the order of the method's parameters.
    package let uploads: [HubUpload]

    package var connectionID: String { peer.id }
    package var user: String? { peer.user }

    /// One of the streams that the caller uploads.
    ///
    /// - Throws: `HubFailure` when the caller uploads fewer.
    package func upload(_ index: Int) throws(HubFailure) -> HubUpload {
        guard uploads.indices.contains(index) else {
            throw HubFailure("Client sent \(uploads.count) stream(s), Hub method expects \(index + 1).")
        }
        return uploads[index]
    }

    /// Calls a handler of the caller, and returns when the caller has room for more.
    package func send(_ target: String, _ arguments: [JSONFragment] = []) async {
        peer.hub.send(target, arguments, to: .connection(peer.id))
        await peer.waitForRoom()
    }
}
