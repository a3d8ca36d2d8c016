/// Writes the events of a `text/event-stream` response.
public struct EventWriter: Sendable {
    let body: HTTPBodyWriter

    /// Returns when the event has been handed to the kernel, so awaiting it is the back-pressure.
    /// - Throws: ``HTTPServerError`` of kind `disconnected` when the client has gone, `CancellationError` when the task is
    ///   cancelled.
    public func write(_ event: ServerSentEvent) async throws { try await body.write(event.bytes) }

    /// An event of nothing but data.
    public func write(_ data: String) async throws { try await write(ServerSentEvent(data)) }

    /// Something that clients ignore: it keeps an idle stream open, and finds out whether the client is still there.
    public func keepAlive() async throws { try await body.write(ServerSentEvent.keepAlive) }

    /// Changes how long the client may take nothing while bytes wait for it; then it counts as gone.
    public func limitWriting(to limit: Duration) async { await body.limitWriting(to: limit) }

    /// Bytes of the stream as they are, for producers that have their own events.
    public func write(raw bytes: [UInt8]) async throws { try await body.write(bytes) }
}

/// Where the bytes of a streamed response go.
protocol HTTPBodySink: Sendable {
    /// Returns when the bytes have been handed to the kernel.
    func writeChunk(_ bytes: [UInt8]) async throws
    /// How long the client may take nothing while bytes wait for it.
    func limitWriting(to limit: Duration) async
}

/// Writes the body of a streamed response.
public struct HTTPBodyWriter: Sendable {
    let sink: any HTTPBodySink

    /// Returns when the bytes have been handed to the kernel, so awaiting it is the back-pressure.
    /// - Throws: `HTTPServerError.disconnected` when the client has gone, `CancellationError` when the task is cancelled.
    public func write(_ bytes: [UInt8]) async throws { try await sink.writeChunk(bytes) }

    /// Changes how long the client may take nothing while bytes wait for it; then it counts as gone.
    public func limitWriting(to limit: Duration) async { await sink.limitWriting(to: limit) }

    /// As ``write(_:)-([UInt8])``, with the text's UTF-8.
    public func write(_ text: String) async throws { try await write(Array(text.utf8)) }
}
