import Runtime
import SignalRProtocol

extension HubLink {
    /// Calls a method and waits for its result.
    func invoke(_ target: String, _ arguments: [UInt8]) async throws(HubError) -> [UInt8] {
        let call = PendingCall()
        let id = try calls.add(.call(call))
        // The answer may be behind what the reader waits to hand over.
        wakeReader.withLock { $0 }?()
        do throws(HubError) {
            try await send(.invocation(HubCall(target, arguments: arguments, id: "\(id)")))
        } catch {
            calls.remove(id)
            // Refused before it was queued.
            throw error.ofCall(mayHaveRun: false)
        }
        let outcome: Result<[UInt8], HubError> = await withTaskCancellationHandler {
            do throws(HubError) { return .success(try await call.value()) } catch { return .failure(error) }
        } onCancel: {
            guard calls.remove(id) != nil else { return }
            call.end(.failure(.cancelledCall))
            post(.cancelInvocation(id: "\(id)"))
        }
        return try outcome.get()
    }

    /// Calls a method that answers with a stream.
    func stream(_ target: String, _ arguments: [UInt8]) async throws(HubError) -> HubStream {
        let channel = BoundedChannel<[UInt8]>(limit: options.maximumBacklogBytes)
        let id = try calls.add(.stream(channel))
        do throws(HubError) {
            try await send(.streamInvocation(HubCall(target, arguments: arguments, id: "\(id)")))
        } catch {
            calls.remove(id)
            throw error.ofCall(mayHaveRun: false)
        }
        return HubStream(
            items: HubStreamItems(channel) { [weak self] in
                guard let self, calls.remove(id) != nil else { return }
                channel.finish(droppingRest: true)
                post(.cancelInvocation(id: "\(id)"))
            })
    }
}
