import Runtime
import SignalRProtocol

/// The items of a stream that a hub's method answers with, each as JSON text. It is for one consumer.
///
/// The stream is cancelled on the server when its consumer stops: when it leaves its loop, or its task is cancelled.
public struct HubStream: AsyncSequence, Sendable {
    public typealias Element = String
    public typealias Failure = HubError

    let items: HubStreamItems

    /// One item after the other. Throws ``HubError`` behind the items that came before the failure.
    public struct Iterator: AsyncIteratorProtocol {
        let items: HubStreamItems

        /// The next item; `nil` at the end. Cancelling the task ends the stream on the server.
        public mutating func next() async throws(HubError) -> String? { try await items.next() }

        /// The next item; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HubError) -> String? {
            try await items.next()
        }
    }

    /// Two iterators would share the items between them.
    public func makeAsyncIterator() -> Iterator { Iterator(items: items) }

    /// Ends the stream on the server, for a consumer that can't use its items.
    package func cancel() { items.cancel() }
}

/// Ends the stream on the server when nobody holds it any more.
final class HubStreamItems: Sendable {
    private let channel: BoundedChannel<[UInt8]>
    let cancel: @Sendable () -> Void

    init(_ channel: BoundedChannel<[UInt8]>, cancel: @escaping @Sendable () -> Void) {
        self.channel = channel
        self.cancel = cancel
    }

    deinit { cancel() }

    func next() async throws(HubError) -> String? {
        do {
            return try await channel.next().map { String(decoding: $0, as: UTF8.self) }
        } catch let error as HubError {
            throw error
        } catch {
            cancel()
            throw .cancelled
        }
    }
}
