/// Hands elements from several tasks to one, in order. Producers wait while too much waits for the consumer: that is
/// back-pressure.
///
/// Unlike an `AsyncStream` it drops nothing and is bounded. Order: elements come out as they were pushed, by whichever thread; the
/// producers that wait are all let go when there is room again, in no order. A cancelled producer is let go at once and its
/// element stays; a cancelled consumer first gets what waits already, then `CancellationError`.
package final class BoundedChannel<Element: Sendable>: Sendable {
    /// Who is told that there is something.
    private enum Waiter {
        case task(CheckedContinuation<Void, Never>)
        case call(@Sendable () -> Void)

        func resume() {
            switch self {
            case .task(let task): task.resume()
            case .call(let body): body()
            }
        }
    }

    private struct State {
        var elements: [(element: Element, cost: Int)] = []
        /// Those before it have been taken.
        var first = 0
        var cost = 0
        var isFinished = false
        var failure: (any Error)?
        var consumer: Waiter?
        var producers: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextProducer: UInt64 = 0

        var isEmpty: Bool { first == elements.count }

        mutating func removeFirst() -> Element {
            let (element, cost) = elements[first]
            first += 1
            self.cost -= cost
            // Not at each step, so that a queue of many is not moved once per element.
            if first == elements.count || first >= 256 && first >= elements.count / 2 {
                elements.removeSubrange(..<first)
                first = 0
            }
            return element
        }

        mutating func takeProducers() -> [CheckedContinuation<Void, Never>] {
            defer { producers = [:] }
            return Array(producers.values)
        }
    }

    private let limit: Int
    private let state = Lock(State())

    /// - Parameter limit: the sum of the costs at which producers wait. The element that exceeds it is still taken.
    package init(limit: Int) {
        precondition(limit > 0, "a channel holds at least one element")
        self.limit = limit
    }

    /// Whether producers would not wait.
    package var hasRoom: Bool { state.withLock { $0.cost < limit || $0.isFinished } }

    /// What waits for the consumer, as the sum of the costs.
    package var backlog: Int { state.withLock { $0.cost } }

    /// Adds an element without waiting. Does nothing after the end.
    ///
    /// - Returns: Whether there is room for more.
    @discardableResult
    package func push(_ element: Element, cost: Int = 1) -> Bool {
        let (consumer, hasRoom) = state.withLock { state -> (Waiter?, Bool) in
            guard !state.isFinished else { return (nil, true) }
            state.elements.append((element, cost))
            state.cost += cost
            return (state.consumer.take(), state.cost < limit)
        }
        consumer?.resume()
        return hasRoom
    }

    /// Adds an element, and returns when there is room for more, at the end, or when the task is cancelled.
    package func put(_ element: Element, cost: Int = 1) async {
        guard !push(element, cost: cost) else { return }
        await waitForRoom()
    }

    /// Lets the producers that wait look again at what they wait for.
    package func wakeProducers() {
        let producers = state.withLock { $0.takeProducers() }
        for producer in producers { producer.resume() }
    }

    /// Returns when there is room, at the end, when the task is cancelled, or after ``wakeProducers()``.
    ///
    /// - Parameter isUrgent: looked at before waiting; `true` returns at once. It must be quick and not use the channel.
    package func waitForRoom(unless isUrgent: @Sendable () -> Bool = { false }) async {
        let number = state.withLock { state in
            state.nextProducer += 1
            return state.nextProducer
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.cost >= limit, !state.isFinished, !Task.isCancelled, !isUrgent() else { return false }
                    state.producers[number] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.producers.removeValue(forKey: number) }?.resume()
        }
    }

    /// The next element; `nil` at the end.
    ///
    /// - Throws: What the channel was finished with, behind the last element; `CancellationError`.
    package func next() async throws -> Element? {
        while true {
            if let element = take() { return element }
            try Task.checkCancellation()
            if try isAtEnd() { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let mustWait = state.withLock { state in
                        precondition(state.consumer == nil, "one consumer only")
                        guard state.isEmpty, !state.isFinished, !Task.isCancelled else { return false }
                        state.consumer = .task(continuation)
                        return true
                    }
                    if !mustWait { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.consumer.take() }?.resume()
            }
        }
    }

    /// Whether it has been finished; elements may still wait.
    package var isFinished: Bool { state.withLock { $0.isFinished } }

    /// The next element, without waiting for one.
    package func take() -> Element? {
        let (element, producers) = state.withLock { state -> (Element?, [CheckedContinuation<Void, Never>]) in
            guard !state.isEmpty else { return (nil, []) }
            let element = state.removeFirst()
            return (element, state.cost < limit ? state.takeProducers() : [])
        }
        for producer in producers { producer.resume() }
        return element
    }

    /// What ``next()`` would give now; when there is nothing yet, `body` is called once when there may be something, by
    /// whoever brings it. So nobody has to wait.
    package func poll(orCall body: @escaping @Sendable () -> Void) -> Result<Element?, any Error>? {
        while true {
            if let element = take() { return .success(element) }
            do { if try isAtEnd() { return .success(nil) } } catch { return .failure(error) }
            let isWaiting = state.withLock { state in
                precondition(state.consumer == nil, "one consumer only")
                // Something may have come since.
                guard state.isEmpty, !state.isFinished else { return false }
                state.consumer = .call(body)
                return true
            }
            if isWaiting { return nil }
        }
    }

    private func isAtEnd() throws -> Bool {
        let (isFinished, failure) = state.withLock { ($0.isFinished && $0.isEmpty, $0.failure) }
        if isFinished, let failure { throw failure }
        return isFinished
    }

    /// Ends the channel behind what waits, or at once when that is no longer wanted. The first call decides how it
    /// ends; a later one can only drop what still waits.
    package func finish(throwing failure: (any Error)? = nil, droppingRest: Bool = false) {
        let (consumer, producers) = state.withLock { state in
            if droppingRest {
                state.elements = []
                state.first = 0
                state.cost = 0
            }
            if !state.isFinished {
                state.isFinished = true
                state.failure = failure
            }
            return (state.consumer.take(), state.takeProducers())
        }
        consumer?.resume()
        for producer in producers { producer.resume() }
    }
}
