import Sockets

extension WebSocketConnection {
    func received(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        if closeReceived {
            connection?.assumeIsolated { $0.discard(bytes.count) }
            return
        }
        lastReceived = .now
        decode(bytes)
    }

    private func decode(_ bytes: Span<UInt8>) {
        var output = WebSocketFrameDecoder.Output()
        var violation: WebSocketViolation?
        do {
            try decoder.decode(bytes, into: &output)
        } catch {
            violation = error
        }
        if output.batch.count > 0 || output.controls.isEmpty { lastDataReceived = lastReceived }
        // Once we have said close, messages are no longer wanted; the peer's close is.
        if closeSent == nil, output.batch.count > 0, inbox.push(output.batch) { pauseReading() }
        answer(output.controls)
        if let violation { fail(violation) }
        if decoder.holdsFrames, !isReadingPaused {
            // As soon as others have had their turn.
            pauseReading()
            loop.post { [self] _ in assumeIsolated { $0.resumeReading() } }
        }
    }

    private func answer(_ controls: [WebSocketFrameDecoder.Control]) {
        var ping: [UInt8]?
        for control in controls {
            switch control {
            case .ping(let payload): ping = payload  // only the latest needs an answer (RFC 6455, 5.5.3)
            case .pong: break
            case .close(let code, let reason):
                closeReceived = true
                outcome = outcome ?? .closed(code: code, reason: reason, byPeer: true)
                beginClose(code: code, reason: "")
                finishIfClosed()
            }
        }
        if let ping { queue(.pong, ping) }
    }

    private func fail(_ violation: WebSocketViolation) {
        closeReceived = true  // nothing after it can be understood
        if closeSent == nil {
            outcome =
                violation.code == 1009
                ? .messageTooBig(limit: limits.messageBytes)
                : WebSocketError(.violation, "the peer broke the WebSocket protocol: \(violation.reason)")
        }
        beginClose(code: violation.code, reason: violation.reason)
        finishIfClosed()
    }

    private func pauseReading() {
        isReadingPaused = true
        connection?.assumeIsolated { $0.setReading(false) }
    }

    func resumeReading() {
        guard isReadingPaused else { return }
        isReadingPaused = false
        lastReceived = .now
        if decoder.holdsFrames { decode([UInt8]().span) }
        // That may have been enough again.
        if !isReadingPaused { connection?.assumeIsolated { $0.setReading(true) } }
    }
}
