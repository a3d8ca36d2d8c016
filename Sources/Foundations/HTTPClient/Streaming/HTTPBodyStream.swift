/// The body of a streamed response, in chunks as they arrive; one reader.
///
/// While nobody reads, at most ``HTTPLimits/streamBuffer`` bytes are kept and the server is held back.
package struct HTTPBodyStream: AsyncSequence, Sendable {
    /// A chunk as it arrived; never empty.
    package typealias Element = [UInt8]
    /// How a body can end too early.
    package typealias Failure = HTTPError

    let pipe: BodyPipe
    let resume: @Sendable () -> Void

    /// Two iterators would share the chunks between them.
    package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Reading is what lets the server send more.
    package struct Iterator: AsyncIteratorProtocol {
        let stream: HTTPBodyStream

        /// - Throws: ``HTTPError``; after `cancelled` because of the reading task the stream itself is still whole.
        package mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await stream.pipe.next(resume: stream.resume)
        }
    }
}
