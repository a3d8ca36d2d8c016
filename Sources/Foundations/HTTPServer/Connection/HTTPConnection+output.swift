import Runtime
import Sockets

extension HTTPConnection {
    /// Returns when the kernel has the bytes.
    func write(_ bytes: [UInt8]) async throws {
        try await hand(bytes)?.valueEvenIfCancelled()
    }

    /// What is kept when the kernel has taken the bytes; `nil` if it has already.
    private func hand(_ bytes: [UInt8]) throws(HTTPServerError) -> Promise<Void, HTTPServerError>? {
        guard let stream else { throw .disconnected }
        let (isOpen, isDrained) = stream.assumeIsolated { stream in
            stream.write(bytes)
            return (stream.isOpen, stream.isDrained)
        }
        guard isOpen else { throw .disconnected }
        if isDrained { return nil }
        if drain == nil { waitingSince = .now }
        let drain = drain ?? Promise()
        self.drain = drain
        return drain
    }

    func limitWriting(to limit: Duration) { stream?.assumeIsolated { $0.writeTimeout = limit } }

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
