import Runtime

/// What reaches an engine from outside, and the bell that wakes it. Anybody posts; one engine takes and waits.
final class EngineInbox: Sendable {
    struct Contents: Sendable {
        var hints: [Hint] = []
        /// Hints beyond the bound: what they announced is found by a full scan.
        var dropped = 0
        /// The link's changes, in order.
        var links: [Bool] = []
        var isScanRequested = false
        var isStopRequested = false
    }

    private struct State {
        var contents = Contents()
        var isRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())
    private let hintLimit: Int

    /// - Parameter hintLimit: how many hints may wait.
    init(hintLimit: Int = 10_000) { self.hintLimit = hintLimit }

    func post(_ hint: Hint) {
        change { contents in
            if contents.hints.count < hintLimit { contents.hints.append(hint) } else { contents.dropped += 1 }
        }
    }

    func postLink(isUp: Bool) {
        change { contents in
            // Ups and downs that nobody has looked at yet are told as the last two: that is all that matters.
            if contents.links.count >= 2 { contents.links.removeFirst() }
            contents.links.append(isUp)
        }
    }

    func requestScan() { change { $0.isScanRequested = true } }

    func requestStop() { change { $0.isStopRequested = true } }

    func ring() { change { _ in } }

    func take() -> Contents {
        state.withLock { state in
            defer { state.contents = Contents(isStopRequested: state.contents.isStopRequested) }
            return state.contents
        }
    }

    /// Returns when something was posted since the last wait, or the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isReady = state.withLock { state in
                    if state.isRung || Task.isCancelled {
                        state.isRung = false
                        return true
                    }
                    state.waiter = waiter
                    return false
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            // Without the ring: whoever waits next has not been told yet.
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume()
        }
    }

    /// Like ``wait()``, or after this time.
    func wait(atMost limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    private func change(_ body: (inout Contents) -> Void) {
        let waiter = state.withLock { state in
            body(&state.contents)
            state.isRung = state.waiter == nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
