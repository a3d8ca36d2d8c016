import Runtime

/// What became of a lookup: the first of answer, deadline and cancellation.
final class LookupAnswer: Sendable {
    typealias Value = Result<[SocketAddress], SocketError>

    private struct State {
        var value: Value?
        var waiter: CheckedContinuation<Value, Never>?
        var whenGiven: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    /// Only the first call counts.
    func give(_ value: Value) {
        let (waiter, whenGiven) = state.withLock {
            state -> (CheckedContinuation<Value, Never>?, (@Sendable () -> Void)?) in
            guard state.value == nil else { return (nil, nil) }
            state.value = value
            defer {
                state.waiter = nil
                state.whenGiven = nil
            }
            return (state.waiter, state.whenGiven)
        }
        waiter?.resume(returning: value)
        whenGiven?()
    }

    /// Runs `body` once the answer is there.
    func whenGiven(_ body: @escaping @Sendable () -> Void) {
        let isGiven = state.withLock { state in
            if state.value == nil { state.whenGiven = body }
            return state.value != nil
        }
        if isGiven { body() }
    }

    func value() async -> Value {
        await withCheckedContinuation { waiter in
            let value = state.withLock { state -> Value? in
                if state.value == nil { state.waiter = waiter }
                return state.value
            }
            if let value { waiter.resume(returning: value) }
        }
    }
}
