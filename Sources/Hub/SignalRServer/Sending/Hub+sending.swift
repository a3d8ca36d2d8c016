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
        let record = HubMessage.invocation(HubCall(target, arguments: Self.array(arguments))).record
        for peer in peers { peer.enqueue(record) }
        return peers.count
    }

    /// Calls a handler of one client and waits for what it returns.
    ///
    /// - Throws: `HubFailure` when the client has no such handler, its handler fails, it goes, or the time is over.
    package func invoke(
        _ target: String, _ arguments: [JSONFragment] = [], on connection: String, within limit: Duration = .seconds(30)
    ) async throws -> JSONFragment {
        guard let peer = find(.connection(connection)).first else { throw HubFailure("No such connection.") }
        return try await withThrowingTaskGroup(of: JSONFragment.self) { group in
            group.addTask {
                try await peer.results.result { id in
                    let call = HubCall(target, arguments: Self.array(arguments), id: id)
                    peer.enqueue(HubMessage.invocation(call).record)
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

    private static func array(_ arguments: [JSONFragment]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, argument) in arguments.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: argument.bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
