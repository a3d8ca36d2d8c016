import JSON
import Observability
import Runtime
import SignalRProtocol

extension HubPeer {
    /// Runs a call and answers it, if the client waits for an answer.
    func answer(_ queued: QueuedCall) async {
        let call = queued.call
        defer { end(queued.uploads, of: call) }
        let outcome = await outcome(of: call, queued.uploads)
        guard let id = call.id else { return }
        enqueue(HubMessage.completion(id: id, outcome).record)
        await waitForRoom()
    }

    private func outcome(of call: HubCall, _ uploads: [HubUpload]) async -> HubOutcome {
        guard let method = hub.find(call.target) else { return .error(HubErrorText.unknown(call.target)) }
        guard case .call(let body) = method.body else {
            return .error(HubErrorText.wrongKind(call.target, isStream: method.isStream))
        }
        do {
            let caller = HubCaller(peer: self, arguments: try HubArguments(call.arguments), uploads: uploads)
            try method.check(caller.arguments, uploads: uploads.count)
            // As official servers do: a method without a value answers null.
            return .result(try await body(caller)?.bytes ?? Array("null".utf8))
        } catch {
            log(error, call)
            return .error(errorText.call(call.target, error))
        }
    }

    private var errorText: HubErrorText { HubErrorText(tellsDetails: hub.configuration.tellsDetails) }

    private func log(_ error: any Error, _ call: HubCall) {
        guard !(error is HubFailure), !(error is CancellationError) else { return }
        hub.logger?.warning("a hub method failed", [.hubTarget: .text(call.target), .error: .text("\(error)")])
    }

    /// - Returns: `false` if the id is in use, which the client is told.
    func register(_ cancellation: BoundedChannel<Never>, for call: HubCall) -> Bool {
        guard let id = call.id else { return false }
        let isNew = state.withLock { state in
            guard state.streams[id] == nil else { return false }
            state.streams[id] = cancellation
            return true
        }
        if !isNew { enqueue(HubMessage.completion(id: id, .error("Invocation ID '\(id)' is already in use.")).record) }
        return isNew
    }

    /// Runs a stream until it ends, the client cancels it or the connection ends.
    func stream(_ queued: QueuedCall, _ cancellation: BoundedChannel<Never>) async {
        let (call, uploads) = (queued.call, queued.uploads)
        guard let id = call.id else { return }
        let outcome = await withTaskGroup(of: HubOutcome?.self) { group in
            group.addTask { await self.outcome(ofStream: call, id, uploads) }
            group.addTask {
                _ = try? await cancellation.next()
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        state.withLock { _ = $0.streams.removeValue(forKey: id) }
        end(uploads, of: call)
        // A cancelled stream is over for the client already.
        if let outcome { enqueue(HubMessage.completion(id: id, outcome).record) }
    }

    private func outcome(ofStream call: HubCall, _ id: String, _ uploads: [HubUpload]) async -> HubOutcome {
        guard let method = hub.find(call.target) else { return .error(HubErrorText.unknown(call.target)) }
        guard case .stream(let body) = method.body else {
            return .error(HubErrorText.wrongKind(call.target, isStream: method.isStream))
        }
        let caller: HubCaller
        do {
            caller = HubCaller(peer: self, arguments: try HubArguments(call.arguments), uploads: uploads)
            try method.check(caller.arguments, uploads: uploads.count)
        } catch {
            return .error(errorText.call(call.target, error))
        }
        do {
            try await body(caller, HubItemWriter(peer: self, id: id))
            return .void
        } catch {
            log(error, call)
            return .error(errorText.stream(call.target, error))
        }
    }

    /// The call is over: what the client still sends for its uploads is dropped.
    private func end(_ uploads: [HubUpload], of call: HubCall) {
        guard !uploads.isEmpty else { return }
        state.withLock { state in
            for id in call.streamIDs { state.uploads[id] = nil }
        }
        for upload in uploads { upload.channel.finish(droppingRest: true) }
    }
}
