public import SignalRClient

extension HubUpload {
    /// The items of an asynchronous sequence, encoded one by one. An item that can't be encoded ends the upload with an error
    /// that the hub is told.
    public init<Items: AsyncSequence & Sendable>(encoding items: Items, coding: HubCoding = .standard)
    where Items.Element: Encodable {
        self.init { body in
            for try await item in items { try await body(try coding.item(item)) }
        }
    }

    /// The items of a sequence, encoded one by one.
    public init<Items: Sequence & Sendable>(encoding items: Items, coding: HubCoding = .standard)
    where Items.Element: Encodable {
        self.init { body in
            for item in items { try await body(try coding.item(item)) }
        }
    }
}

/// What the hub is told of an item that can't be encoded.
private struct BadItem: Error, CustomStringConvertible {
    let reason: String

    var description: String { "an item can't be encoded: \(reason)" }
}

extension HubCoding {
    fileprivate func item(_ item: some Encodable) throws -> String {
        do { return try text(of: item) } catch { throw BadItem(reason: Self.reason(of: error)) }
    }
}
