import Observability
import Runtime
import SignalRProtocol

extension HubLink {
    /// Calls a method and waits for its result.
    func invoke(_ target: String, _ arguments: [UInt8], _ sources: [HubUpload]) async throws(HubError) -> [UInt8] {
        try mayCall()
        let started = ContinuousClock.now
        let call = PendingCall()
        let (id, uploads) = try calls.add(.call(call), uploading: sources)
        // The answer may be behind what the reader waits to hand over.
        wakeReader.withLock { $0 }?()
        try await begin(.invocation(request(target, arguments, id: id, uploads)), id, uploads)
        let outcome = await ending(of: call) {
            guard self.giveUp(id) != nil else { return }
            call.end(.failure(.cancelledCall))
        }
        if case .success = outcome { options.metrics?.invocations.record(.now - started) }
        return try outcome.get()
    }

    /// Calls a method without waiting for its answer; returns when what belongs to the call has been sent.
    func send(_ target: String, _ arguments: [UInt8], _ sources: [HubUpload]) async throws(HubError) {
        try mayCall()
        guard !sources.isEmpty else { return try await send(.invocation(request(target, arguments))) }
        let (id, uploads) = try calls.add(nil, uploading: sources)
        guard let uploads else { return }
        try await begin(.invocation(request(target, arguments, uploads)), id, uploads)
        let outcome = await ending(of: uploads.ending) { self.giveUp(id) }
        calls.remove(id)
        _ = try outcome.get()
    }

    /// Calls a method that answers with a stream.
    func stream(_ target: String, _ arguments: [UInt8], _ sources: [HubUpload]) async throws(HubError) -> HubStream {
        try mayCall()
        let channel = BoundedChannel<[UInt8]>(limit: options.maximumBacklogBytes)
        let (id, uploads) = try calls.add(.stream(channel), uploading: sources)
        try await begin(.streamInvocation(request(target, arguments, id: id, uploads)), id, uploads)
        return HubStream(
            items: HubStreamItems(channel) { [weak self] in
                guard self?.giveUp(id) != nil else { return }
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
    ) -> HubCall {
        HubCall(
            target, arguments: arguments, id: id.map { "\($0)" }, streamIDs: uploads?.ids.map { "\($0)" } ?? [],
            headers: options.tracing?() ?? [:])
    }

    /// Sends the call, and then what is uploaded for it.
    private func begin(_ message: HubMessage, _ id: UInt64, _ uploads: RunningUploads?) async throws(HubError) {
        do throws(HubError) {
            try await send(message)
        } catch {
            giveUp(id)
            throw error.kind == .cancelled ? .cancelledCall : error.ofCall(mayHaveRun: false)
        }
        uploads?.start(on: self)
    }

    private func ending(
        of call: PendingCall, onCancel cancel: @escaping @Sendable () -> Void
    ) async -> Result<[UInt8], HubError> {
        await withTaskCancellationHandler {
            do throws(HubError) { return .success(try await call.value()) } catch { return .failure(error) }
        } onCancel: {
            cancel()
        }
    }

    /// Tells the hub that nobody waits for a call any more.
    ///
    /// - Returns: Who waited; `nil` if the call was over.
    @discardableResult
    private func giveUp(_ id: UInt64) -> CallTable.Waiter? {
        let (waiter, uploads) = calls.take(id)
        for stream in uploads?.end(.failure(.cancelledCall)) ?? [] {
            post(.completion(id: "\(stream)", .error(RunningUploads.cancelled)))
        }
        if waiter != nil { post(.cancelInvocation(id: "\(id)")) }
        return waiter
    }
}
