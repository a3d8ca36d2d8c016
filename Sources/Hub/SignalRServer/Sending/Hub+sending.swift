package import JSON
import SignalRProtocol

extension Hub {
    /// Calls a handler of clients and waits for nothing: the message is queued for each of them, and a client whose queue
    /// is full is cut.
    ///
    /// - Returns: How many clients it was queued for.
    @discardableResult
    package func send(_ target: String, _ arguments: [JSONFragment] = [], to recipients: HubRecipients = .all) -> Int {
        let peers = find(recipients)
        guard !peers.isEmpty else { return 0 }
        // Written once, however many get it.
        let record = HubMessage.invocation(HubCall(target, arguments: HubText.array(arguments))).record
        for peer in peers { peer.enqueue(record, isTrackable: true) }
        return peers.count
    }

    /// Calls a handler of clients and waits for nothing: the message is queued for each of them, and a client whose queue is
    /// full is cut.
    ///
    /// - Parameter arguments: JSON texts.
    /// - Returns: How many clients it was queued for.
    /// - Throws: ``HubFailure`` when an argument is not JSON.
    @_disfavoredOverload
    @discardableResult
    public func send(
        _ target: String, _ arguments: [String] = [], to recipients: HubRecipients = .all
    ) throws(HubFailure) -> Int {
        send(target, try Self.fragments(arguments), to: recipients)
    }

    /// Calls a handler of clients, and returns when the message is queued for each of them: whoever sends much sends no faster
    /// than they take it. A client that has no room for `limit` is cut, so that it does not hold up the others for ever. Of a
    /// task that is cancelled, clients without room hear nothing.
    ///
    /// - Returns: How many clients it was meant for.
    @discardableResult
    package func send(
        _ target: String, _ arguments: [JSONFragment] = [], to recipients: HubRecipients = .all, within limit: Duration
    ) async -> Int {
        let peers = find(recipients)
        guard !peers.isEmpty else { return 0 }
        let record = HubMessage.invocation(HubCall(target, arguments: HubText.array(arguments))).record
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

    /// Calls a handler of clients, and returns when the message is queued for each of them: whoever sends much sends no faster
    /// than they take it. A client that has no room for `limit` is cut, so that it does not hold up the others for ever. Of a
    /// task that is cancelled, clients without room hear nothing.
    ///
    /// - Parameters:
    ///   - arguments: JSON texts.
    ///   - limit: how long a client may have no room; ``HubConfiguration/sendTimeout`` is a good one.
    /// - Returns: How many clients it was meant for.
    /// - Throws: ``HubFailure`` when an argument is not JSON.
    @_disfavoredOverload
    @discardableResult
    public func send(
        _ target: String, _ arguments: [String] = [], to recipients: HubRecipients = .all, within limit: Duration
    ) async throws(HubFailure) -> Int {
        await send(target, try Self.fragments(arguments), to: recipients, within: limit)
    }

    /// Calls a handler of one client and waits for what it returns.
    ///
    /// - Throws: `HubFailure` when the client has no such handler, its handler fails, it goes, or the time is over.
    package func invoke(
        _ target: String, _ arguments: [JSONFragment] = [], on connection: String, within limit: Duration = .seconds(30)
    ) async throws -> JSONFragment {
        guard let peer = find(.connection(connection)).first else { throw HubFailure("No such connection.") }
        // The client may have to call before it can answer.
        CallSlot.current?.giveUp()
        peer.withState { state in
            state.resultsWaiting += 1
            state.hasChanged = true
        }
        defer { peer.withState { $0.resultsWaiting -= 1 } }
        return try await withThrowingTaskGroup(of: JSONFragment.self) { group in
            group.addTask {
                try await peer.results.result { id in
                    peer.enqueue(.invocation(HubCall(target, arguments: HubText.array(arguments), id: id)))
                }
            }
            group.addTask {
                try await Task.sleep(for: limit)
                throw HubFailure("The client did not answer within \(limit).")
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }

    /// Calls a handler of one client and waits for what it returns.
    ///
    /// - Parameters:
    ///   - arguments: JSON texts.
    ///   - connection: the client's connection id.
    /// - Returns: JSON text; `null` for a handler that returns nothing.
    /// - Throws: ``HubFailure`` when the client has no such handler, its handler fails, it goes, the time is over, or an
    ///   argument is not JSON; `CancellationError`.
    @_disfavoredOverload
    public func invoke(
        _ target: String, _ arguments: [String] = [], on connection: String, within limit: Duration = .seconds(30)
    ) async throws -> String {
        try await invoke(target, try Self.fragments(arguments), on: connection, within: limit).text
    }

    static func fragments(_ texts: [String]) throws(HubFailure) -> [JSONFragment] {
        var fragments: [JSONFragment] = []
        for text in texts {
            do throws(JSONError) {
                fragments.append(try JSONFragment(parsing: text))
            } catch {
                throw HubFailure("Argument \(fragments.count + 1) of a call is not JSON: \(error)")
            }
        }
        return fragments
    }
}
