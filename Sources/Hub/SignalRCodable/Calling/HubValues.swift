public import SignalRClient

/// The items of a stream that a hub's method answers with. For one consumer.
///
/// The stream is cancelled on the server when its consumer stops, and when an item is not of its type.
public struct HubValues<Item: Decodable>: AsyncSequence, Sendable {
    public typealias Element = Item
    public typealias Failure = HubError

    private let stream: HubStream
    private let coding: HubCoding
    private let method: String

    init(_ stream: HubStream, coding: HubCoding, method: String) {
        self.stream = stream
        self.coding = coding
        self.method = method
    }

    /// One item after the other. Throws `HubError` behind the items that came before the failure.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let items: HubValues
        fileprivate var texts: HubStream.Iterator?

        /// The next item; `nil` at the end.
        public mutating func next() async throws(HubError) -> Item? { try await next(isolation: #isolation) }

        /// The next item; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HubError) -> Item? {
            guard let text = try await texts?.next(isolation: actor) else { return nil }
            do throws(HubError) {
                return try items.coding.result(Item.self, of: text, method: items.method)
            } catch {
                items.stream.cancel()
                texts = nil
                throw error
            }
        }
    }

    /// Two iterators would share the items between them.
    public func makeAsyncIterator() -> Iterator { Iterator(items: self, texts: stream.makeAsyncIterator()) }
}
