import JSON
import Observability
import Runtime
import SignalRProtocol
import WebSockets

extension HubPeer {
    /// Takes what came from the client, and returns when there is room for more.
    ///
    /// - Parameter violation: what broke the protocol behind it.
    func receive(_ incoming: [HubPeerReader.Incoming], violation: HubProtocolError?) async {
        let isOpen = withState { state in
            state.liveness.received(now: .now)
            return state.phase != .handshake
        }
        for next in incoming {
            guard await receive(next) else { return }
        }
        acknowledge()
        guard let violation else { return }
        hub.logger?.debug("a client broke the protocol", [.error: .text("\(violation)")])
        end(
            isOpen || !incoming.isEmpty
                ? .close(error: hub.errorText.broken(violation), allowReconnect: true)
                : .refuse(hub.errorText.brokenHandshake(violation)))
    }

    /// - Returns: `false` when the connection has ended.
    private func receive(_ incoming: HubPeerReader.Incoming) async -> Bool {
        switch incoming {
        case .handshake(let request): await open(request)
        case .message(let message, let kind, let number, let bytes):
            guard isNew(kind, number: number, bytes: bytes) else { break }
            await receive(message)
        }
        return withState { !$0.hasEnded }
    }

    /// Lets the hub look at the client, answers its handshake, and lets it in.
    private func open(_ request: HubHandshake.Request) async {
        guard request.protocolName == "json" else {
            return end(.refuse("The protocol '\(request.protocolName.prefix(100))' is not supported."))
        }
        guard 0...2 ~= request.version else {
            return end(.refuse("The server does not support version \(request.version) of the 'json' protocol."))
        }
        let limit = hub.configuration.statefulBufferBytes
        withState { state in
            guard state.phase == .handshake else { return }
            state.phase = .opening
            // Older clients negotiate it perhaps, and speak version 1.
            if mayComeBack, request.version == 2 { state.session = StatefulSession(limit: limit) }
        }
        if let refusal = await hub.admit(self) { return end(.refuse(refusal)) }
        withState { $0.phase == .opening ? $0.open(now: .now).socket : nil }?.flushSoon()
    }

    /// Counts a message; what came again after a loss is not new.
    private func isNew(_ kind: HubEnvelope.Kind?, number: Int64?, bytes: Int) -> Bool {
        let (isNew, violation) = withState { state -> (Bool, HubProtocolError?) in
            do throws(HubProtocolError) {
                guard let reading = try state.session?.read(kind, number: number, bytes: bytes, now: .now) else {
                    return (true, nil)
                }
                if reading == .skipAndResumeSenders { state.hasChanged = true }
                return (reading == .deliver, nil)
            } catch {
                return (false, error)
            }
        }
        if let violation { end(.close(error: "\(violation)", allowReconnect: true)) }
        return isNew
    }

    /// Acknowledges at once what is due at once: much has come. Else the hub's watch does it within a second.
    private func acknowledge() {
        guard let number = withState({ $0.session?.acknowledgement(now: .now) }) else { return }
        enqueue(.acknowledgement(number))
    }

    private func receive(_ message: HubMessage) async {
        switch message {
        case .invocation(let call): await queue(call, wantsStream: false)
        case .streamInvocation(let call): await queue(call, wantsStream: true)
        case .streamItem(let id, let item):
            await withState { $0.uploads[id] }?.put(JSONFragment(checked: item))
        case .completion(let id, let outcome): complete(id, outcome)
        case .cancelInvocation(let id): cancel(id)
        case .ping: withState { $0.liveness.pinged() }
        case .close: end(.close(error: nil, allowReconnect: false), HubDisconnection(.closedByClient))
        // Without a session of ours; what newer clients say is ignored too.
        case .acknowledgement, .sequence, .unknown: break
        }
    }

    private func complete(_ id: String, _ outcome: HubOutcome) {
        if let upload = withState({ $0.uploads.removeValue(forKey: id) }) {
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
