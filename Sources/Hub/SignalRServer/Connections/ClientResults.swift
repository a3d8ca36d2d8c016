import JSON
import Runtime

/// Calls of a client's handlers that wait for their result.
final class ClientResults: Sendable {
    private struct State {
        var next = 0
        var waiting: [String: CheckedContinuation<JSONFragment, any Error>] = [:]
        var isEnded = false
    }

    private let state = Lock(State())

    /// Sends a call by `send` and waits for its result.
    ///
    /// - Throws: `HubFailure` with the client's words or because it has gone; `CancellationError`.
    func result(_ send: (_ id: String) -> Void) async throws -> JSONFragment {
        let id = state.withLock { state in
            state.next += 1
            return "s\(state.next)"
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isWaiting = state.withLock { state in
                    guard !state.isEnded, !Task.isCancelled else { return false }
                    state.waiting[id] = continuation
                    return true
                }
                guard isWaiting else { return continuation.resume(throwing: Self.gone) }
                send(id)
            }
        } onCancel: {
            take(id)?.resume(throwing: CancellationError())
        }
    }

    /// Ends the call with this id; `false` if nobody waits for it.
    @discardableResult
    func complete(_ id: String, _ result: Result<JSONFragment, HubFailure>) -> Bool {
        guard let waiting = take(id) else { return false }
        waiting.resume(with: result.mapError { $0 as any Error })
        return true
    }

    /// Fails all calls, and those to come.
    func end() {
        let waiting = state.withLock { state in
            state.isEnded = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(throwing: Self.gone) }
    }

    private func take(_ id: String) -> CheckedContinuation<JSONFragment, any Error>? {
        state.withLock { $0.waiting.removeValue(forKey: id) }
    }

    private static let gone = HubFailure("The client has disconnected.")
}
