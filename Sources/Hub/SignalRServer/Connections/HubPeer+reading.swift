import JSON
import Runtime
import SignalRProtocol
import WebSockets

extension HubPeer {
    private enum Incoming {
        case handshake(HubHandshake.Request)
        case message(HubMessage)
    }

    /// Reads until the connection ends, and tells how it is to end.
    func read(_ socket: WebSocketConnection) async -> HubPeerEnding {
        var reader = HubRecordReader(limit: hub.configuration.maximumMessageBytes)
        var isOpen = false
        do {
            for try await batch in socket.batches {
                state.withLock { $0.liveness.received(now: .now) }
                var incoming: [Incoming] = []
                // What came before a violation counts.
                let violation = collect(batch, &reader, isOpen: &isOpen, into: &incoming)
                for next in incoming {
                    if let ending = await handle(next) { return ending }
                }
                if violation != nil {
                    return self.state.withLock({ $0.isOpen })
                        ? .close(error: "Connection closed with an error.", allowReconnect: true)
                        : .refuse("An unexpected error occurred during connection handshake.")
                }
            }
        } catch {
            return .gone
        }
        return .gone
    }

    private func collect(
        _ batch: WebSocketBatch, _ reader: inout HubRecordReader, isOpen: inout Bool, into incoming: inout [Incoming]
    ) -> HubProtocolError? {
        let limit = reader.limit
        do throws(HubProtocolError) {
            try batch.forEachPayload { payload, isText throws(HubProtocolError) in
                // Official servers take binary frames too; only text has been checked to be UTF-8.
                if !isText { try Self.checkUTF8(payload) }
                try reader.append(payload) { bytes throws(HubProtocolError) in
                    var cursor = JSONCursor()
                    if !isOpen {
                        incoming.append(.handshake(try HubHandshake.readRequest(bytes, &cursor)))
                        isOpen = true
                    }
                    while let envelope = try HubEnvelope.next(bytes, &cursor, limit: limit) {
                        incoming.append(.message(try HubMessage(envelope, bytes)))
                    }
                }
            }
        } catch {
            return error
        }
        return nil
    }

    private static func checkUTF8(_ payload: Span<UInt8>) throws(HubProtocolError) {
        do throws(JSONError) { try JSONText.validateUTF8(payload) } catch {
            throw HubProtocolError(.malformed(error))
        }
    }

    /// - Returns: How the connection is to end, if it is.
    private func handle(_ incoming: Incoming) async -> HubPeerEnding? {
        switch incoming {
        case .handshake(let request):
            guard request.protocolName == "json" else {
                return .refuse("The protocol '\(request.protocolName)' is not supported.")
            }
            guard 0...2 ~= request.version else {
                return .refuse("The server does not support version \(request.version) of the 'json' protocol.")
            }
            open()
        case .message(let message): return await handle(message)
        }
        return nil
    }

    private func handle(_ message: HubMessage) async -> HubPeerEnding? {
        switch message {
        case .invocation(let call):
            await calls.put(QueuedCall(call: call, wantsStream: false, uploads: register(call.streamIDs)))
        case .streamInvocation(let call):
            await calls.put(QueuedCall(call: call, wantsStream: true, uploads: register(call.streamIDs)))
        case .streamItem(let id, let item):
            await state.withLock { $0.uploads[id] }?.put(JSONFragment(checked: item))
        case .completion(let id, let outcome): complete(id, outcome)
        case .cancelInvocation(let id): state.withLock { $0.streams[id] }?.finish()
        case .ping: state.withLock { $0.liveness.pinged() }
        case .close: return .close(error: nil, allowReconnect: false)
        // Stateful reconnect is not offered; what newer clients say is ignored.
        case .acknowledgement, .sequence, .unknown: break
        }
        return nil
    }

    private func register(_ ids: [String]) -> [HubUpload] {
        guard !ids.isEmpty else { return [] }
        let limit = hub.configuration.maximumWaitingItems
        return ids.map { id in
            let channel = BoundedChannel<JSONFragment>(limit: limit)
            state.withLock { $0.uploads[id] = channel }
            return HubUpload(channel: channel)
        }
    }

    private func complete(_ id: String, _ outcome: HubOutcome) {
        if let upload = state.withLock({ $0.uploads.removeValue(forKey: id) }) {
            if case .error(let text) = outcome {
                upload.finish(throwing: HubFailure(text))
            } else {
                upload.finish()
            }
            return
        }
        switch outcome {
        case .void: results.complete(id, .success(JSONFragment(checked: Array("null".utf8))))
        case .result(let json): results.complete(id, .success(JSONFragment(checked: json)))
        case .error(let text): results.complete(id, .failure(HubFailure(text)))
        }
    }
}
