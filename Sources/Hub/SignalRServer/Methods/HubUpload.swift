package import JSON
import SignalRProtocol

/// The items that a client uploads to one parameter of a method. For one consumer.
package struct HubUpload: AsyncSequence, Sendable {
    package typealias Element = JSONFragment

    let channel: BoundedChannel<JSONFragment>

    /// Throws `HubFailure` with the client's words when its source failed.
    package struct Iterator: AsyncIteratorProtocol {
        let channel: BoundedChannel<JSONFragment>

        package mutating func next() async throws -> JSONFragment? { try await channel.next() }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(channel: channel) }
}
