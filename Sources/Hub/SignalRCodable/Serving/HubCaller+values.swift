public import SignalRServer

extension HubCaller {
    /// One of the streams that the caller uploads, from 0, in the order of the method's parameters. For one consumer.
    ///
    /// It throws `HubFailure` with the client's words when its source failed, or when an item is of another type, and
    /// `CancellationError` when the client has gone.
    ///
    /// - Throws: `HubFailure` when the caller uploads fewer.
    public func upload<Item: Decodable & SendableMetatype>(
        _ index: Int, of: Item.Type, coding: HubCoding = .standard
    ) throws(HubFailure) -> some AsyncSequence<Item, any Error> {
        let items: HubItems = try upload(index)
        return items.map { text in
            do { return try coding.value(Item.self, of: text) } catch {
                throw HubFailure("An item of the upload does not fit: \(HubCoding.reason(of: error))")
            }
        }
    }

    /// Calls a handler of the caller with values, and returns when the caller has room for more.
    ///
    /// - Throws: `HubFailure` when an argument can't be encoded.
    public func send<each Argument: Encodable>(
        _ target: String, encoding arguments: repeat each Argument, coding: HubCoding = .standard
    ) async throws(HubFailure) {
        let texts: [String] = try coding.texts(of: repeat each arguments)
        try await send(target, texts)
    }
}
