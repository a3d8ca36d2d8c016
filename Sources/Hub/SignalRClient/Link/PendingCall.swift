import Runtime
import SignalRProtocol

/// One call that waits for its result, which may come before anybody waits for it: sending is asynchronous.
final class PendingCall: Sendable {
    private enum State {
        case sending
        case waiting(CheckedContinuation<Void, Never>)
        case ended(Result<[UInt8], HubError>)
    }

    private let state = Lock(State.sending)

    /// Only the first end counts.
    func end(_ result: Result<[UInt8], HubError>) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            switch state {
            case .ended: return nil
            case .sending:
                state = .ended(result)
                return nil
            case .waiting(let continuation):
                state = .ended(result)
                return continuation
            }
        }
        waiter?.resume()
    }

    /// The JSON of the result.
    func value() async throws(HubError) -> [UInt8] {
        while true {
            if case .ended(let result) = state.withLock({ $0 }) { return try result.get() }
            await withCheckedContinuation { continuation in
                let isEnded = state.withLock { state in
                    if case .ended = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isEnded { continuation.resume() }
            }
        }
    }
}
