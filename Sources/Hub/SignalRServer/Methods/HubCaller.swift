package import JSON
import SignalRProtocol

/// One call of a method: who calls, and with what.
public struct HubCaller: Sendable {
    /// The connection that calls.
    public let peer: HubPeer
    /// What the caller gives, uploads not counted.
    public let arguments: HubArguments
    /// The streams that the caller uploads, in the order of the method's parameters.
    package let uploads: [HubFragments]
    private let turns = Turns()

    init(peer: HubPeer, arguments: HubArguments, uploads: [HubFragments]) {
        self.peer = peer
        self.arguments = arguments
        self.uploads = uploads
    }

    /// The hub that is called.
    public var hub: Hub { peer.hub }
    /// The public id of the connection that calls.
    public var connectionID: String { peer.id }
    /// Who calls, as the authorizer said.
    public var user: String? { peer.user }

    /// One of the streams that the caller uploads, from 0, in the order of the method's parameters.
    ///
    /// - Throws: ``HubFailure`` when the caller uploads fewer.
    @_disfavoredOverload
    public func upload(_ index: Int) throws(HubFailure) -> HubItems { HubItems(fragments: try upload(index)) }

    /// One of the streams that the caller uploads.
    ///
    /// - Throws: `HubFailure` when the caller uploads fewer.
    package func upload(_ index: Int) throws(HubFailure) -> HubFragments {
        guard uploads.indices.contains(index) else {
            throw HubFailure("Client sent \(uploads.count) stream(s), Hub method expects \(index + 1).")
        }
        return uploads[index]
    }

    /// Calls a handler of the caller, and returns when the caller has room for more.
    package func send(_ target: String, _ arguments: [JSONFragment] = []) async {
        // Nothing is written for a client that has gone.
        guard peer.withState({ $0.isListed }) else { return }
        let call = HubCall(target, arguments: HubText.array(arguments))
        let isFull = peer.enqueue(.invocation(call))
        await turns.giveWay()
        if isFull { await peer.waitForRoom() }
    }

    /// Calls a handler of the caller, and returns when the caller has room for more.
    ///
    /// - Parameter arguments: JSON texts.
    /// - Throws: ``HubFailure`` when an argument is not JSON.
    @_disfavoredOverload
    public func send(_ target: String, _ arguments: [String] = []) async throws(HubFailure) {
        await send(target, try Hub.fragments(arguments))
    }

    /// Calls a handler of the caller and waits for what it returns.
    ///
    /// - Parameter arguments: JSON texts.
    /// - Returns: JSON text; `null` for a handler that returns nothing.
    /// - Throws: ``HubFailure``, as the hub's own form does.
    public func invoke(
        _ target: String, _ arguments: [String] = [], within limit: Duration = .seconds(30)
    ) async throws -> String {
        try await peer.hub.invoke(target, try Hub.fragments(arguments), on: peer.id, within: limit).text
    }
}
