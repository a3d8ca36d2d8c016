import Runtime
import SignalRProtocol

/// The calls and streams of one transport that wait for the hub, by invocation id. All end with the transport: none is
/// left hanging, also when the connection is made anew.
final class CallTable: Sendable {
    enum Waiter: Sendable {
        case call(PendingCall)
        case stream(BoundedChannel<[UInt8]>)

        func fail(_ error: HubError) {
            switch self {
            case .call(let call): call.end(.failure(error))
            case .stream(let items): items.finish(throwing: error)
            }
        }
    }

    private struct State {
        var next: UInt64 = 0
        var waiting: [UInt64: Waiter] = [:]
        /// Those of them that are no streams.
        var calls = 0
        var ended: HubError?
    }

    private let state = Lock(State())

    /// Whether somebody waits for a result.
    var hasCalls: Bool { state.withLock { $0.calls > 0 } }
    var count: Int { state.withLock { $0.waiting.count } }

    /// Takes a waiter in and gives its id.
    ///
    /// - Throws: Why the transport has ended.
    func add(_ waiter: Waiter) throws(HubError) -> UInt64 {
        let outcome = state.withLock { state -> Result<UInt64, HubError> in
            if state.ended != nil { return .failure(.notConnected) }
            state.next += 1
            state.waiting[state.next] = waiter
            if case .call = waiter { state.calls += 1 }
            return .success(state.next)
        }
        return try outcome.get()
    }

    func find(_ id: UInt64) -> Waiter? { state.withLock { $0.waiting[id] } }

    /// Takes a waiter out, to be ended by the caller of this function.
    @discardableResult
    func remove(_ id: UInt64) -> Waiter? {
        state.withLock { state in
            let waiter = state.waiting.removeValue(forKey: id)
            if case .call = waiter { state.calls -= 1 }
            return waiter
        }
    }

    /// Fails every waiter, and lets none be added.
    func end(_ error: HubError) {
        let waiting = state.withLock { state in
            state.ended = error
            defer {
                state.waiting = [:]
                state.calls = 0
            }
            return state.waiting
        }
        // All that wait here have been handed to the transport, or are about to be: they may have run.
        for waiter in waiting.values { waiter.fail(error.ofCall(mayHaveRun: true)) }
    }
}
