import SignalRServer

/// Where a streaming method puts its values.
public struct HubValueWriter<Item: Encodable>: Sendable {
    let writer: HubItemWriter
    let coding: HubCoding

    /// Sends an item, and returns when the client has room for more.
    ///
    /// - Throws: `CancellationError` when the client has cancelled the stream or has gone; `HubFailure` when the item can't be
    ///   encoded.
    public func send(_ item: Item) async throws {
        let texts: [String] = try coding.texts(of: item)
        for text in texts { try await writer.send(text) }
    }
}
