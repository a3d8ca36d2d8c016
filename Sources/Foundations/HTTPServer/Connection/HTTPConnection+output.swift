import Sockets

extension HTTPConnection {
    /// Returns when the kernel has the bytes.
    func write(_ bytes: [UInt8]) async throws {
        if try hand(bytes) { return }
        try await withCheckedThrowingContinuation { waitForDrain($0) }
    }

    /// Asks again: the kernel may have taken the bytes, or the client gone, before this runs (see the Traps of Sockets).
    private func waitForDrain(_ waiter: CheckedContinuation<Void, any Error>) {
        guard let stream, stream.assumeIsolated({ $0.isOpen }) else {
            return waiter.resume(throwing: HTTPServerError.disconnected)
        }
        if stream.assumeIsolated({ $0.isDrained }) { waiter.resume() } else { drainWaiters.append(waiter) }
    }

    /// Whether the kernel has taken the bytes already.
    private func hand(_ bytes: [UInt8]) throws(HTTPServerError) -> Bool {
        guard let stream else { throw .disconnected }
        let (isOpen, isDrained) = stream.assumeIsolated { stream in
            stream.write(bytes)
            return (stream.isOpen, stream.isDrained)
        }
        guard isOpen else { throw .disconnected }
        return isDrained
    }

    func limitWriting(to limit: Duration) {
        stream?.assumeIsolated { $0.writeTimeout = limit }
    }

    /// One piece of a streamed body; an empty piece would end a chunked body, so it is left out.
    func writeChunk(_ bytes: [UInt8]) async throws {
        try Task.checkCancellation()
        guard !bytes.isEmpty else { return }
        guard isChunked else { return try await write(bytes) }
        var chunk = Array(String(bytes.count, radix: 16).utf8)
        chunk.reserveCapacity(bytes.count + 16)
        chunk.append(contentsOf: [0x0D, 0x0A])
        chunk.append(contentsOf: bytes)
        chunk.append(contentsOf: [0x0D, 0x0A])
        try await write(chunk)
    }
}
