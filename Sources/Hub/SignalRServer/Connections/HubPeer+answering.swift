import JSON
import Observability
import SignalRProtocol

/// What the methods answer.
extension HubPeer {
    /// Runs a method that answers once.
    func answer(_ queued: QueuedCall) async -> HubOutcome {
        let call = queued.call
        guard let method = hub.find(call.target) else { return .error(HubErrorText.unknown(call.target)) }
        guard case .call(let body) = method.body else {
            return .error(HubErrorText.wrongKind(call.target, isStream: method.isStream))
        }
        do {
            let caller = HubCaller(peer: self, arguments: try HubArguments(call.arguments), uploads: queued.uploads)
            try method.check(caller.arguments, uploads: queued.uploads.count)
            // As official servers do: a method without a value answers null.
            return .result(try await body(caller)?.bytes ?? Array("null".utf8))
        } catch {
            log(error, call)
            return .error(errorText.call(call.target, error))
        }
    }

    /// Runs a method that answers with a stream, until it ends or its task is cancelled.
    func stream(_ queued: QueuedCall) async -> HubOutcome {
        let call = queued.call
        guard let method = hub.find(call.target) else { return .error(HubErrorText.unknown(call.target)) }
        guard case .stream(let body) = method.body else {
            return .error(HubErrorText.wrongKind(call.target, isStream: method.isStream))
        }
        let caller: HubCaller
        do {
            caller = HubCaller(peer: self, arguments: try HubArguments(call.arguments), uploads: queued.uploads)
            try method.check(caller.arguments, uploads: queued.uploads.count)
        } catch {
            return .error(errorText.call(call.target, error))
        }
        do {
            try await body(caller, HubItemWriter(peer: self, id: call.id ?? ""))
            return .void
        } catch {
            // Who cancels a stream is told of its end, not of a failure.
            if Task.isCancelled { return .void }
            log(error, call)
            return .error(errorText.stream(call.target, error))
        }
    }

    var errorText: HubErrorText { HubErrorText(tellsDetails: hub.configuration.tellsDetails) }

    private func log(_ error: any Error, _ call: HubCall) {
        guard !(error is HubFailure), !(error is CancellationError) else { return }
        let target = String(call.target.prefix(100))
        hub.logger?.warning("a hub method failed", [.hubTarget: .text(target), .error: .text("\(error)")])
    }
}
