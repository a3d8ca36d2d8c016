import JSON
import Observability
import Runtime
import SignalRProtocol

/// One established connection to the hub, from its handshake to its loss. A step of ``HubConnection/onConnect(_:)`` is given it,
/// because nobody else can call yet. Calls on one that has ended fail with the kind `notConnected`.
public struct HubSession: Sendable {
    let link: HubLink

    /// Calls a method and waits for its result, as ``HubConnection/invoke(_:json:uploading:)`` does.
    public func invoke(
        _ method: String, json arguments: [String], uploading: [HubUpload] = []
    ) async throws(HubError) -> String {
        let arguments = try Self.array(arguments)
        try mayCall()
        let started = ContinuousClock.now
        let call = Promise<[UInt8], HubError>()
        let (id, uploads) = try link.calls.add(.call(call), uploading: uploading)
        link.called()
        try await begin(.invocation(request(method, arguments, id: id, uploads)), id, uploads)
        let outcome = await ending(of: call) {
            guard giveUp(id) != nil else { return }
            call.keep(.failure(.cancelledCall))
        }
        if case .success = outcome { link.options.metrics?.invocations.record(.now - started) }
        return String(decoding: try outcome.get(), as: UTF8.self)
    }

    /// Calls a method without waiting for it, as ``HubConnection/send(_:json:uploading:)`` does.
    public func send(
        _ method: String, json arguments: [String], uploading: [HubUpload] = []
    ) async throws(HubError) {
        let arguments = try Self.array(arguments)
        try mayCall()
        guard !uploading.isEmpty else { return try await link.send(.invocation(request(method, arguments))) }
        let (id, uploads) = try link.calls.add(nil, uploading: uploading)
        guard let uploads else { return }
        try await begin(.invocation(request(method, arguments, uploads)), id, uploads)
        // It returns when what belongs to the call has been sent.
        let outcome = await ending(of: uploads.ending) { giveUp(id) }
        link.calls.remove(id)
        _ = try outcome.get()
    }

    /// Calls a method that answers with a stream, as ``HubConnection/stream(_:json:uploading:)`` does.
    public func stream(
        _ method: String, json arguments: [String], uploading: [HubUpload] = []
    ) async throws(HubError) -> HubStream {
        let arguments = try Self.array(arguments)
        try mayCall()
        let channel = BoundedChannel<[UInt8]>(limit: link.options.maximumBacklogBytes)
        let (id, uploads) = try link.calls.add(.stream(channel), uploading: uploading)
        try await begin(.streamInvocation(request(method, arguments, id: id, uploads)), id, uploads)
        return HubStream(
            items: HubStreamItems(channel) { [weak link] in
                guard let link, HubSession(link: link).giveUp(id) != nil else { return }
                channel.finish(droppingRest: true)
            })
    }

    // MARK: Parts

    /// Who has been cancelled before it calls wants no call: nothing is sent.
    private func mayCall() throws(HubError) {
        if Task.isCancelled { throw .cancelled }
    }

    private func request(
        _ target: String, _ arguments: [UInt8], id: UInt64? = nil, _ uploads: RunningUploads? = nil
    ) -> InvocationMessage {
        InvocationMessage(
            target, arguments: arguments, id: id.map { "\($0)" }, streamIDs: uploads?.ids.map { "\($0)" } ?? [],
            headers: link.options.tracing?() ?? [:])
    }

    /// Sends the call, and then what is uploaded for it.
    private func begin(_ message: HubMessage, _ id: UInt64, _ uploads: RunningUploads?) async throws(HubError) {
        do throws(HubError) {
            try await link.send(message)
        } catch {
            giveUp(id)
            throw error.kind == .cancelled ? .cancelledCall : error.ofCall(mayHaveRun: false)
        }
        uploads?.start(on: link)
    }

    private func ending<Value>(
        of call: Promise<Value, HubError>, onCancel cancel: @escaping @Sendable () -> Void
    ) async -> Result<Value, HubError> {
        await withTaskCancellationHandler {
            // Even if cancelled: `cancel` ends the call, unless its answer has come.
            await call.outcomeEvenIfCancelled()
        } onCancel: {
            cancel()
        }
    }

    /// Tells the hub that nobody waits for a call any more.
    ///
    /// - Returns: Who waited; `nil` if the call was over.
    @discardableResult
    private func giveUp(_ id: UInt64) -> CallTable.Waiter? {
        let (waiter, uploads) = link.calls.take(id)
        for stream in uploads?.end(.failure(.cancelledCall)) ?? [] {
            link.post(.completion(id: "\(stream)", .error(RunningUploads.cancelled)))
        }
        if waiter != nil { link.post(.cancelInvocation(id: "\(id)")) }
        return waiter
    }

    private static func array(_ arguments: [String]) throws(HubError) -> [UInt8] {
        do throws(JSONError) { return try HubText.array(arguments) } catch {
            throw HubError(
                .badArgument, "an argument is not JSON: \(error)", nextStep: "Text needs quotes: \"text\".")
        }
    }
}
