import Runtime

/// Tells everybody who asks about the connection's states.
final class StateBoard: Sendable {
    private struct State {
        var current = HubState(.disconnected)
        var next = 0
        var readers: [Int: AsyncStream<HubState>.Continuation] = [:]
    }

    private let state = Lock(State())

    var current: HubState { state.withLock { $0.current } }

    func announce(_ new: HubState) {
        state.withLock { state in
            guard state.current != new else { return }
            state.current = new
            // Under the lock, so that all readers see one order. A yield only queues, or resumes a task, whose lock it takes.
            for reader in state.readers.values { reader.yield(new) }
        }
    }

    private func remove(_ reader: Int) {
        state.withLock { state in
            state.readers[reader] = nil
            // An emptied dictionary keeps its memory, and most connections have a reader only while they start.
            if state.readers.isEmpty { state.readers = [:] }
        }
    }

    func states() -> HubStates {
        let (stream, continuation) = AsyncStream.makeStream(of: HubState.self, bufferingPolicy: .bufferingNewest(64))
        let number = state.withLock { state in
            state.next += 1
            state.readers[state.next] = continuation
            continuation.yield(state.current)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            // Loose because this is called under a lock of the task that is cancelled, and a yield, under our lock, takes that.
            Task { self?.remove(number) }
        }
        return HubStates(stream: stream)
    }
}
