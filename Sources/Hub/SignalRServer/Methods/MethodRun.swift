import JSON
import Observability
import Runtime
import SignalRProtocol

/// One call's way to its method and back: who may call it, the filters around it, and the words in which a failure is told.
final class MethodRun: Sendable {
    let method: HubMethod
    let filters: [HubFilter]
    let call: HubMethodCall
    /// Whether the method itself has begun: a stream that fails then is told of in other words.
    private let hasBegun = Lock(false)

    init(_ method: HubMethod, filters: [HubFilter], call: HubMethodCall) {
        self.method = method
        self.filters = filters
        self.call = call
    }

    /// What the client is told at the end of the call.
    ///
    /// - Parameters:
    ///   - target: the method's name as the client spelled it.
    ///   - items: where a stream goes; `nil` if the client wants one answer.
    func outcome(_ target: String, items: HubItemWriter?) async -> HubOutcome {
        do {
            // First of all: who may not call it learns nothing of it.
            guard try await method.requirement?(call) ?? true else { return .error(HubErrorText.unauthorized(target)) }
            guard method.isStream == (items != nil) else {
                return .error(HubErrorText.wrongKind(target, isStream: method.isStream))
            }
            try method.check(call.arguments, uploads: call.uploads.count)
            let answer = try await filtered(filters[...], items)
            // As official servers do: a method without a value answers null.
            return items != nil ? .void : .result(answer.fragment?.bytes ?? Array("null".utf8))
        } catch {
            // Who cancels a stream is told of its end, not of a failure.
            if items != nil, Task.isCancelled { return .void }
            log(error, target)
            let words = call.hub.errorText
            let isInStream = items != nil && hasBegun.withLock { $0 }
            return .error(isInStream ? words.stream(target, error) : words.call(target, error))
        }
    }

    private func filtered(_ filters: ArraySlice<HubFilter>, _ items: HubItemWriter?) async throws -> HubAnswer {
        guard let filter = filters.first else { return try await run(items) }
        return try await filter(call) { try await self.filtered(filters.dropFirst(), items) }
    }

    private func run(_ items: HubItemWriter?) async throws -> HubAnswer {
        hasBegun.withLock { $0 = true }
        switch (method.body, items) {
        case (.call(let body), _): return HubAnswer(try await body(call))
        case (.stream(let body), let items?):
            try await body(call, items)
            return .nothing
        // `outcome` has refused it.
        case (.stream, nil): return .nothing
        }
    }

    private func log(_ error: any Error, _ target: String) {
        // Their own words reach the caller; that the arguments don't fit, and why, the caller is not told.
        let isTold = (error as? HubFailure).map { !$0.isOfArguments } ?? false
        guard !isTold, !(error is CancellationError) else { return }
        call.hub.logger?.warning(
            "a hub method failed",
            [
                .hubTarget: .text(String(target.prefix(100))),
                .error: .text((error as? HubFailure)?.text ?? "\(error)"),
            ])
    }
}

extension Hub {
    /// Runs the method that a client calls, until it has answered or its task is cancelled.
    ///
    /// - Returns: What the client is told at the end.
    func answer(_ queued: QueuedCall, from peer: HubPeer) async -> HubOutcome {
        guard let metrics = configuration.metrics else { return await outcome(queued, peer) }
        let began = ContinuousClock.now
        let outcome = await outcome(queued, peer)
        metrics.answered(outcome, after: .now - began)
        return outcome
    }

    private func outcome(_ queued: QueuedCall, _ peer: HubPeer) async -> HubOutcome {
        let call = queued.call
        let (method, filters) = methods.withLock { ($0.find(call.target), $0.filters) }
        guard let method else { return .error(HubErrorText.unknown(call.target)) }
        do {
            let context = HubMethodCall(
                peer: peer, method: method.name, arguments: try HubArguments(call.arguments),
                uploads: queued.uploads.map { HubFragments(channel: $0) })
            return await MethodRun(method, filters: filters, call: context)
                .outcome(call.target, items: queued.wantsStream ? HubItemWriter(peer: peer, id: call.id ?? "") : nil)
        } catch {
            return .error(errorText.call(call.target, error))
        }
    }

    var errorText: HubErrorText { HubErrorText(tellsDetails: configuration.tellsDetails) }
}
