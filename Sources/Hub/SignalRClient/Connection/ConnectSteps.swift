import Runtime

/// What is to be done on each new connection before anybody else may use it, in the order of registration.
final class ConnectSteps: Sendable {
    typealias Step = @Sendable (HubSession) async throws -> Void

    private struct State {
        var next = 0
        var steps: [(number: Int, body: Step)] = []
    }

    private let state = Lock(State())

    var isEmpty: Bool { state.withLock { $0.steps.isEmpty } }

    func add(_ body: @escaping Step) -> HubRegistration {
        let number = state.withLock { state in
            state.next += 1
            state.steps.append((state.next, body))
            return state.next
        }
        return HubRegistration { [weak self] in self?.state.withLock { $0.steps.removeAll { $0.number == number } } }
    }

    /// Runs them, one after the other.
    ///
    /// - Returns: Why one failed; `nil` when all is done.
    func run(_ session: HubSession) async -> HubError? {
        for step in state.withLock({ $0.steps }) {
            do {
                try Task.checkCancellation()
                try await step.body(session)
            } catch let error as HubError {
                return error
            } catch {
                return error is CancellationError ? .cancelled : .stepFailed(error)
            }
        }
        return nil
    }
}
