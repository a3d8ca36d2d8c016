import CLibWebSockets

/// Bytes on their way out, and who waits for them.
struct Outgoing {
    var bytes: [UInt8]
    var offset = 0
    var confirmation: CheckedContinuation<Void, any Error>?
}

extension ServerConnection {
    /// Large enough for few system calls, small enough that what lws copies of a slice it could not send stays small.
    private static var sliceSize: Int { 64 * 1024 }

    /// Returns when the kernel has the bytes.
    func write(_ bytes: [UInt8]) async throws {
        guard unsafe wsi != nil else { throw HTTPServerError.disconnected }
        output.append(Outgoing(bytes: bytes))
        if output.count == 1 { lastProgress = .now }
        pump()
        guard !output.isEmpty else {
            // Either written or cut on an error.
            if unsafe wsi == nil { throw HTTPServerError.disconnected }
            return
        }
        try await withCheckedThrowingContinuation { continuation in
            // The last one is ours: nothing else ran since it was appended.
            output[output.count - 1].confirmation = continuation
        }
    }

    func writable() {
        lastProgress = .now
        pump()
        outputDrained()
        webSocket?.assumeIsolated { $0.flush() }
    }

    /// Writes in order until the socket takes no more; lws then calls back when its own buffer is empty.
    /// Unlike other roles, a raw wsi may be written outside the writable callback and needs no headroom.
    func pump() {
        guard let wsi = unsafe wsi else { return }
        while !output.isEmpty, unsafe lws_partial_buffered(wsi) == 0 {
            let remaining = output[0].bytes.count - output[0].offset
            if remaining == 0 {
                output.removeFirst().confirmation?.resume()
                continue
            }
            let count = min(remaining, Self.sliceSize)
            let offset = output[0].offset
            let written = unsafe output[0].bytes.withUnsafeBufferPointer {
                unsafe clws_write_raw(wsi, $0.baseAddress! + offset, count)
            }
            guard written >= count else { return abort() }
            output[0].offset += count
        }
    }
}
