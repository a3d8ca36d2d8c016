import CLibWebSockets

extension Connection {
    /// Large enough for few system calls, small enough that what the library copies of a slice it could not send stays
    /// small.
    private static var sliceSize: Int { 64 * 1024 }

    /// Sends the bytes after those before. `connectionDrained` follows once the kernel has them, which may be at once.
    package func write(_ bytes: [UInt8]) {
        guard isOpen, !bytes.isEmpty else { return }
        if output.isEmpty { lastProgress = .now }
        do throws(SocketError) {
            try tls?.encrypt(bytes)
            transmit(bytes)
        } catch {
            end(error)
        }
    }

    /// Asks for `connectionWritable` in the next service pass, or as soon as the socket takes more.
    package func requestWritable() {
        guard let wsi = unsafe wsi else { return }
        // What was written may just have filled the socket: then there is no output whose progress could be missed, and a peer
        // that takes nothing must be found all the same.
        if output.isEmpty, !awaitsWritable { lastProgress = .now }
        awaitsWritable = true
        unsafe lws_callback_on_writable(wsi)
    }

    /// Sends bytes as they are; without bytes, what the TLS session has produced.
    func transmit(_ bytes: [UInt8] = []) {
        let bytes = tls?.takeOutput() ?? bytes
        if output.isEmpty { output = bytes } else { output.append(contentsOf: bytes) }
        pump()
    }

    /// Writes until the socket takes no more; the library then calls back when its own buffer is empty. Unlike other
    /// roles, a raw wsi may be written outside the writable callback and needs no headroom. What it could not send it
    /// copies, so the next slice waits until that copy is gone.
    func pump() {
        guard let wsi = unsafe wsi else { return }
        while outputOffset < output.count, unsafe lws_partial_buffered(wsi) == 0 {
            let count = min(output.count - outputOffset, Self.sliceSize)
            let offset = outputOffset
            let written = unsafe output.withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.map { unsafe clws_write_raw(wsi, $0 + offset, count) } ?? -1
            }
            // The library has noticed a dead socket: its close callback follows.
            guard written >= count else { return abort() }
            outputOffset += count
        }
        guard outputOffset == output.count, unsafe lws_partial_buffered(wsi) == 0 else { return }
        output = []
        outputOffset = 0
        switch phase {
        case .open: handler?.connectionDrained()
        case .finishing: shutDownWriting()
        case .connecting, .securing, .ended: break
        }
    }
}
