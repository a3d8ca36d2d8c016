package import JSON
import Runtime
import SignalRProtocol

extension Hub {
    /// Calls a handler of clients and waits for nothing: the message is queued for each of them, and a client for which more
    /// than ``HubConfiguration/maximumOutgoingBytes`` wait is cut.
    ///
    /// ```swift
    /// try hub.send("announced", json: ["\"Dinner\"", "19.5"], to: .group("kitchen"))
    /// ```
    ///
    /// - Parameter json: the handler's arguments, each a JSON text.
    /// - Returns: How many clients it was queued for.
    /// - Throws: ``HubFailure`` when an argument is not JSON.
    @discardableResult
    public func send(
        _ target: String, json: [String], to recipients: HubRecipients = .all
    ) throws(HubFailure) -> Int {
        send(try HubArguments.record(target, json), to: recipients)
    }

    /// Calls a handler of clients, and returns when the message is queued for each of them: whoever sends much sends no faster
    /// than they take it. If the task is cancelled meanwhile, clients without room hear nothing.
    ///
    /// - Parameters:
    ///   - json: the handler's arguments, each a JSON text.
    ///   - limit: how long a client may have no room; then it is cut, so that it does not hold up the others for ever.
    ///     ``HubConfiguration/sendTimeout`` is a good one.
    /// - Returns: How many clients it was meant for.
    /// - Throws: ``HubFailure`` when an argument is not JSON.
    @discardableResult
    public func send(
        _ target: String, json: [String], to recipients: HubRecipients = .all, within limit: Duration
    ) async throws(HubFailure) -> Int {
        await send(try HubArguments.record(target, json), to: recipients, within: limit)
    }

    /// Calls a handler of one client and waits for what it returns.
    ///
    /// - Parameters:
    ///   - json: the handler's arguments, each a JSON text.
    ///   - connection: the client's connection id.
    ///   - limit: how long the client may take; then the call fails.
    /// - Returns: JSON text; `null` for a handler that returns nothing.
    /// - Throws: ``HubFailure`` when the client has no such handler, its handler fails, it goes, the time is over, or an
    ///   argument is not JSON; `CancellationError`.
    public func invoke(
        _ target: String, json: [String], on connection: String, within limit: Duration = .seconds(30)
    ) async throws -> String {
        try await invoke(target, try HubArguments.fragments(json), on: connection, within: limit).text
    }

    // MARK: With JSON that has been checked

    /// As the public form.
    ///
    /// - Returns: How many clients it was queued for.
    @discardableResult
    package func send(_ target: String, _ arguments: [JSONFragment] = [], to recipients: HubRecipients = .all) -> Int {
        send(HubArguments.record(target, arguments), to: recipients)
    }

    /// - Parameter record: written once, however many get it.
    private func send(_ record: [UInt8], to recipients: HubRecipients) -> Int {
        let peers = find(recipients)
        for peer in peers { peer.enqueue(record, isTrackable: true) }
        return peers.count
    }

    /// As the public form.
    ///
    /// - Returns: How many clients it was meant for.
    @discardableResult
    package func send(
        _ target: String, _ arguments: [JSONFragment] = [], to recipients: HubRecipients = .all, within limit: Duration
    ) async -> Int {
        await send(HubArguments.record(target, arguments), to: recipients, within: limit)
    }

    private func send(_ record: [UInt8], to recipients: HubRecipients, within limit: Duration) async -> Int {
        let peers = find(recipients)
        let full = peers.filter { !$0.enqueueIfThereIsRoom(record, isTrackable: true) }
        if !full.isEmpty {
            await withDiscardingTaskGroup { group in
                for peer in full {
                    group.addTask { await peer.enqueue(record, isTrackable: true, within: limit) }
                }
            }
        }
        return peers.count
    }

    /// As the public form.
    ///
    /// - Throws: `HubFailure` when the client has no such handler, its handler fails, it goes, or the time is over.
    package func invoke(
        _ target: String, _ arguments: [JSONFragment] = [], on connection: String, within limit: Duration = .seconds(30)
    ) async throws -> JSONFragment {
        guard let peer = peer(connection) else { throw HubFailure("No such connection.") }
        // The client may have to call before it can answer.
        CallSlot.current?.giveUp()
        let end = try await race(limit: limit) {
            try await peer.calls.ask { id in
                peer.enqueue(.invocation(InvocationMessage(target, arguments: HubText.array(arguments), id: id)))
            }
        }
        guard let answer = end.value else { throw HubFailure("The client did not answer within \(limit).") }
        return answer
    }
}
