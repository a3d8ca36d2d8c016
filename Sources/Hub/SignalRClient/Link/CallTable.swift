import Runtime
import SignalRProtocol

/// The calls and streams of one transport that wait for the hub, by invocation id, and what is uploaded for them. All end
/// with the transport: none is left hanging, also when the connection is made anew.
final class CallTable: Sendable {
    enum Waiter: Sendable {
        case call(Promise<[UInt8], HubError>)
        case stream(BoundedChannel<[UInt8]>)

        func fail(_ error: HubError) {
            switch self {
            case .call(let call): call.keep(.failure(error))
            case .stream(let items): items.finish(throwing: error)
            }
        }
    }

    private struct State {
        var next: UInt64 = 0
        var waiting: [UInt64: Waiter] = [:]
        /// By the id of their call, which is in use even when nobody waits for the call.
        var uploads: [UInt64: RunningUploads] = [:]
        /// Those of the waiting that are no streams.
        var calls = 0
        var isOver = false
    }

    private let state = Lock(State())

    /// Whether somebody waits for a result.
    var hasCalls: Bool { state.withLock { $0.calls > 0 } }
    var count: Int { state.withLock { $0.waiting.count } }

    /// Takes a waiter in and gives its id, and what is to be uploaded for its call.
    ///
    /// - Parameter waiter: `nil` when nobody waits for the call's answer.
    /// - Throws: Why the transport has ended.
    func add(_ waiter: Waiter?, uploading sources: [HubUpload] = []) throws(HubError) -> (UInt64, RunningUploads?) {
        let outcome = state.withLock { state -> Result<(UInt64, RunningUploads?), HubError> in
            if state.isOver { return .failure(.notConnected) }
            state.next += 1
            let id = state.next
            state.waiting[id] = waiter
            if case .call = waiter { state.calls += 1 }
            guard !sources.isEmpty else { return .success((id, nil)) }
            // One counter for both: to the hub they are the same space.
            state.next += UInt64(sources.count)
            let uploads = RunningUploads(sources, ids: Array(id + 1...state.next))
            state.uploads[id] = uploads
            return .success((id, uploads))
        }
        return try outcome.get()
    }

    func find(_ id: UInt64) -> Waiter? { state.withLock { $0.waiting[id] } }

    /// Takes a waiter out, to be ended by the caller of this function, and ends what is uploaded for it.
    @discardableResult
    func remove(_ id: UInt64) -> Waiter? {
        let (waiter, uploads) = take(id)
        uploads?.end(.success(()))
        return waiter
    }

    /// Takes both out, to be ended by the caller of this function.
    func take(_ id: UInt64) -> (Waiter?, RunningUploads?) {
        state.withLock { state in
            let waiter = state.waiting.removeValue(forKey: id)
            if case .call = waiter { state.calls -= 1 }
            return (waiter, state.uploads.isEmpty ? nil : state.uploads.removeValue(forKey: id))
        }
    }

    /// Fails every waiter, ends every upload, and lets none be added.
    func end(_ ending: LinkEnding) {
        let (waiting, uploads) = state.withLock { state in
            state.isOver = true
            defer {
                state.waiting = [:]
                state.uploads = [:]
                state.calls = 0
            }
            return (state.waiting, state.uploads)
        }
        // All that wait here have been handed to the transport, or are about to be: they may have run.
        let failure = ending.error.ofCall(mayHaveRun: true)
        for uploads in uploads.values { uploads.end(.failure(failure)) }
        for waiter in waiting.values { waiter.fail(failure) }
    }
}
