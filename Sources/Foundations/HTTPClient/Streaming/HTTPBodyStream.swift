/// The body of a streamed response, in chunks as they arrive; one reader.
///
/// While nobody reads, at most ``HTTPLimits/streamBuffer`` bytes are kept and the server is held back.
package struct HTTPBodyStream: AsyncSequence, Sendable {
    package typealias Element = [UInt8]
    package typealias Failure = HTTPError

    let pipe: BodyPipe
    let resume: @Sendable () -> Void

    package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    package struct Iterator: AsyncIteratorProtocol {
        let stream: HTTPBodyStream

        /// - Throws: ``HTTPError``; after `cancelled` because of the reading task the stream itself is still whole.
        package mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await stream.pipe.next(resume: stream.resume)
        }
    }
}
