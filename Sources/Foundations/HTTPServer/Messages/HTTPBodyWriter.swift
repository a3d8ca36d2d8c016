/// Writes the body of a streamed response.
public struct HTTPBodyWriter: Sendable {
    let connection: HTTPConnection

    /// Returns when the bytes have been handed to the kernel, so awaiting it is the back-pressure.
    /// - Throws: `HTTPServerError.disconnected` when the client has gone, `CancellationError` when the task is cancelled.
    public func write(_ bytes: [UInt8]) async throws { try await connection.writeChunk(bytes) }

    /// Changes how long the client may take nothing while bytes wait for it; then it counts as gone.
    public func limitWriting(to limit: Duration) async { await connection.limitWriting(to: limit) }

    /// As ``write(_:)-([UInt8])``, with the text's UTF-8.
    public func write(_ text: String) async throws { try await write(Array(text.utf8)) }
}
