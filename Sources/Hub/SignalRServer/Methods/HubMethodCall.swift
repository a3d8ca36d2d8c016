package import JSON
import SignalRProtocol

/// One call of a method: who calls, and with what.
public struct HubMethodCall: Sendable {
    /// The connection that calls.
    public let peer: HubPeer
    /// The method's name as it was registered, however the caller spelled it.
    public let method: String
    /// What the caller gives, uploads not counted.
    public let arguments: HubArguments
    /// The streams that the caller uploads, in the order of the method's parameters.
    package let uploads: [HubFragments]
    private let turns = Turns()

    init(peer: HubPeer, method: String, arguments: HubArguments, uploads: [HubFragments]) {
        self.peer = peer
        self.method = method
        self.arguments = arguments
        self.uploads = uploads
    }

    /// The hub that is called.
    public var hub: Hub { peer.hub }
    /// The public id of the connection that calls.
    public var connectionID: String { peer.id }
    /// Who calls, as the authorizer said.
    public var user: String? { peer.user }
    /// What the caller is besides, as the authorizer said when the connection was made.
    public var roles: Set<String> { peer.roles }

    // MARK: Whom to tell

    /// The connection that calls, as the one that a message goes to.
    public var caller: HubRecipients { .connection(connectionID) }
    /// Everybody but the connection that calls.
    public var others: HubRecipients { .allExcept([connectionID]) }

    /// Every member of a group but the connection that calls.
    public func others(in group: String) -> HubRecipients { .group(group, except: [connectionID]) }

    // MARK: Uploads

    /// One of the streams that the caller uploads, from 0, in the order of the method's parameters; its items are JSON texts.
    ///
    /// - Throws: ``HubFailure`` when the caller uploads fewer.
    public func jsonUpload(_ index: Int) throws(HubFailure) -> HubItems { HubItems(fragments: try upload(index)) }

    /// One of the streams that the caller uploads.
    ///
    /// - Throws: `HubFailure` when the caller uploads fewer.
    package func upload(_ index: Int) throws(HubFailure) -> HubFragments {
        guard uploads.indices.contains(index) else {
            throw HubFailure("Client sent \(uploads.count) stream(s), Hub method expects \(index + 1).")
        }
        return uploads[index]
    }

    // MARK: Calling the caller

    /// Calls a handler of the caller, and returns when the caller has room for more.
    package func send(_ target: String, _ arguments: [JSONFragment] = []) async {
        await send(HubArguments.record(target, arguments))
    }

    private func send(_ record: [UInt8]) async {
        let isFull = peer.enqueue(record, isTrackable: true)
        await turns.giveWay()
        if isFull { await peer.waitForRoom() }
    }

    /// Calls a handler of the caller, and returns when the caller has room for more.
    ///
    /// - Parameter json: the handler's arguments, each a JSON text.
    /// - Throws: ``HubFailure`` when an argument is not JSON.
    public func send(_ target: String, json: [String]) async throws(HubFailure) {
        await send(try HubArguments.record(target, json))
    }

    /// Calls a handler of the caller and waits for what it returns.
    ///
    /// - Parameters:
    ///   - json: the handler's arguments, each a JSON text.
    ///   - limit: how long the caller may take; then the call fails.
    /// - Returns: JSON text; `null` for a handler that returns nothing.
    /// - Throws: ``HubFailure``, as ``Hub/invoke(_:json:on:within:)`` does; `CancellationError`.
    public func invoke(_ target: String, json: [String], within limit: Duration = .seconds(30)) async throws -> String {
        try await hub.invoke(target, json: json, on: connectionID, within: limit)
    }
}
