import CLibWebSockets

extension ClientConnection {
    private static var sliceSize: Int { 64 * 1024 }

    /// Sends bytes as they are; without bytes, what the TLS session has produced.
    func transmit(_ bytes: [UInt8] = []) {
        let bytes = tls?.takeOutput() ?? bytes
        if output.isEmpty { output = bytes } else { output.append(contentsOf: bytes) }
        pump()
    }

    /// Writes until the socket takes no more; lws then calls back when its own buffer is empty.
    func pump() {
        guard let wsi = unsafe wsi else { return }
        while outputOffset < output.count, unsafe lws_partial_buffered(wsi) == 0 {
            let count = min(output.count - outputOffset, Self.sliceSize)
            let written = unsafe output.withUnsafeBufferPointer {
                unsafe clws_write_raw(wsi, $0.baseAddress! + outputOffset, count)
            }
            // lws has noticed a dead socket: its close callback follows.
            guard written >= count else { return abort() }
            outputOffset += count
        }
        guard outputOffset == output.count, unsafe lws_partial_buffered(wsi) == 0 else { return }
        output = []
        outputOffset = 0
        webSocket?.assumeIsolated { $0.written() }
    }
}

/// Called on the service thread, which is this actor's.
extension ClientConnection: WebSocketTransport {
    nonisolated func write(_ bytes: [UInt8]) {
        assumeIsolated { connection in
            do throws(WSError) {
                try connection.tls?.encrypt(bytes)
                connection.transmit(bytes)
            } catch {
                connection.end(error)
            }
        }
    }

    nonisolated func requestWritable() {
        assumeIsolated { if let wsi = unsafe $0.wsi { unsafe lws_callback_on_writable(wsi) } }
    }

    nonisolated func pauseReading() {
        assumeIsolated { if let wsi = unsafe $0.wsi { unsafe lws_rx_flow_control(wsi, 0) } }
    }

    nonisolated func resumeReading() {
        assumeIsolated { if let wsi = unsafe $0.wsi { unsafe lws_rx_flow_control(wsi, 1) } }
    }

    /// The server closes the transport first (RFC 6455, 7.1.1); the client waits a second for it.
    nonisolated func finish() {
        assumeIsolated { connection in
            guard connection.phase == .open, let wsi = unsafe connection.wsi else { return }
            connection.phase = .finishing
            connection.phaseSince = .now
            connection.tls?.sayGoodBye()
            connection.transmit()
            unsafe clws_shutdown_writing(wsi)
            connection.armTimer()
        }
    }

    nonisolated func abort() {
        assumeIsolated { connection in
            // Not from within a callback about this connection: its caller may still be at work on it.
            _ = connection.loop.post { _ in connection.assumeIsolated { $0.end(nil) } }
        }
    }
}
