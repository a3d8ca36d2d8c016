package import JSON
import Runtime
import SignalRProtocol

/// The items that a client uploads to one parameter of a method, as JSON texts. For one consumer.
public struct HubItems: AsyncSequence, Sendable {
    /// One item as JSON text, such as `"word"` with its quotes.
    public typealias Element = String

    let fragments: HubFragments

    /// Throws ``HubFailure`` with the client's words when its source failed, and `CancellationError` when it has gone.
    public struct Iterator: AsyncIteratorProtocol {
        var fragments: HubFragments.Iterator

        /// The next item, as JSON text; `nil` at the end of the upload.
        public mutating func next() async throws -> String? { try await fragments.next()?.text }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(fragments: fragments.makeAsyncIterator()) }
}

/// The same, as the JSON that came.
package struct HubFragments: AsyncSequence, Sendable {
    /// One item as checked JSON bytes.
    package typealias Element = JSONFragment

    let channel: BoundedChannel<JSONFragment>

    /// Throws `HubFailure` with the client's words when its source failed.
    package struct Iterator: AsyncIteratorProtocol {
        let channel: BoundedChannel<JSONFragment>

        /// Waits for the client; reading is what makes room for its next items. `nil` at the end of the upload.
        package mutating func next() async throws -> JSONFragment? { try await channel.next() }
    }

    /// Two iterators would share the items between them.
    package func makeAsyncIterator() -> Iterator { Iterator(channel: channel) }
}
