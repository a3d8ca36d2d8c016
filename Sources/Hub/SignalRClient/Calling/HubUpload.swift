/// Items that this client sends to a parameter of a hub's method while the method runs.
///
/// They are read as fast as the connection takes them. When the source throws, the hub is told its error's description, and
/// so it is of an item that is not JSON. The source is left, and its task cancelled, as soon as the call has its
/// answer or the connection ends: items don't go on over a new connection.
public struct HubUpload: Sendable {
    let forEach: @Sendable (_ body: (String) async throws -> Void) async throws -> Void

    /// - Parameter forEach: calls what it is given with each item, in order.
    package init(forEach: @escaping @Sendable (_ body: (String) async throws -> Void) async throws -> Void) {
        self.forEach = forEach
    }

    /// The items of an asynchronous sequence of JSON texts.
    public init<Items: AsyncSequence & Sendable>(json items: Items) where Items.Element == String {
        forEach = { body in for try await item in items { try await body(item) } }
    }

    /// The items of a sequence of JSON texts.
    public init<Items: Sequence & Sendable>(json items: Items) where Items.Element == String {
        forEach = { body in for item in items { try await body(item) } }
    }
}
