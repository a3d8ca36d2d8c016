/// Hands elements from several tasks to one, in order. Producers wait while too much waits for the consumer: that is
/// back-pressure.
///
/// Unlike an `AsyncStream` it drops nothing and is bounded. Order: elements come out as they were pushed, by whichever thread; the
/// producers that wait are all let go when there is room again, in no order. A cancelled producer is let go at once and its
/// element stays; a cancelled consumer first gets what waits already, then `CancellationError`. It is meant for one consumer; several
/// share the elements, and who waits longest gets the next one.
package final class BoundedChannel<Element: Sendable>: Sendable {
    /// What a consumer is given: an element, or `nil` at the end.
    private typealias Outcome = Result<Element?, any Error>

    private enum Waiter {
        /// It is handed its element, so that nobody who comes later takes it.
        case task(CheckedContinuation<Outcome, Never>)
        /// Is told that there may be something.
        case call(@Sendable () -> Void)
    }

    private struct State {
        var elements: [(element: Element, cost: Int)] = []
        /// Those before it have been taken.
        var first = 0
        var cost = 0
        var isFinished = false
        var failure: (any Error)?
        /// Those that wait longest first. While one of them is a task there is no element.
        var consumers: [(number: UInt64, waiter: Waiter)] = []
        var producers: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastNumber: UInt64 = 0

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

        /// What a consumer is given now; `nil` if it must wait.
        mutating func outcome(isCancelled: Bool) -> Outcome? {
            if !isEmpty { return .success(removeFirst()) }
            if isCancelled { return .failure(CancellationError()) }
            guard isFinished else { return nil }
            return failure.map { .failure($0) } ?? .success(nil)
        }

        /// Gives those that wait what there is.
        ///
        /// - Returns: What tells them, to be called without the lock.
        mutating func serve() -> [@Sendable () -> Void] {
            var served: [@Sendable () -> Void] = []
            while let (_, waiter) = consumers.first {
                switch waiter {
                case .call(let body):
                    guard !isEmpty || isFinished else { return served }
                    served.append(body)
                case .task(let task):
                    guard let outcome = outcome(isCancelled: false) else { return served }
                    served.append { task.resume(returning: outcome) }
                }
                consumers.removeFirst()
            }
            return served
        }

        mutating func removeConsumer(_ number: UInt64) -> Waiter? {
            guard let place = consumers.firstIndex(where: { $0.number == number }) else { return nil }
            return consumers.remove(at: place).waiter
        }

        mutating func makeNumber() -> UInt64 {
            lastNumber += 1
            return lastNumber
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

    /// How many consumers wait.
    package var waitingConsumers: Int { state.withLock { $0.consumers.count } }

    /// Adds an element without waiting. Does nothing after the end.
    ///
    /// - Returns: Whether there is room for more.
    @discardableResult
    package func push(_ element: Element, cost: Int = 1) -> Bool {
        let (served, hasRoom) = state.withLock { state -> ([@Sendable () -> Void], Bool) in
            guard !state.isFinished else { return ([], true) }
            state.elements.append((element, cost))
            state.cost += cost
            return (state.serve(), state.cost < limit)
        }
        for tell in served { tell() }
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
        let number = state.withLock { $0.makeNumber() }
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

    /// The next element; `nil` at the end. Of several consumers that wait, the one that began first gets it.
    ///
    /// - Throws: What the channel was finished with, behind the last element; `CancellationError`.
    package func next() async throws -> Element? {
        // Mostly there is something.
        if let outcome = outcome(isCancelled: Task.isCancelled) { return try outcome.get() }
        let number = state.withLock { $0.makeNumber() }
        let given = await withTaskCancellationHandler {
            await withCheckedContinuation { (task: CheckedContinuation<Outcome, Never>) in
                let outcome = outcome(isCancelled: Task.isCancelled, orKeep: (number, .task(task)))
                if let outcome { task.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.removeConsumer(number) }
            if case .task(let task) = waiter { task.resume(returning: .failure(CancellationError())) }
        }
        // What the producer did before it held the lock has happened for this task too: the runtime's resume sees to that, out of
        // a thread sanitizer's sight, the lock sees to it in sight.
        state.withLock { _ in }
        return try given.get()
    }

    /// Whether it has been finished; elements may still wait.
    package var isFinished: Bool { state.withLock { $0.isFinished } }

    /// The next element, without waiting for one.
    package func take() -> Element? {
        guard case .success(let element) = outcome() else { return nil }
        return element
    }

    /// What ``next()`` would give now; when there is nothing yet, `body` is called once when there may be something, by
    /// whoever brings it. So nobody has to wait.
    package func poll(orCall body: @escaping @Sendable () -> Void) -> Result<Element?, any Error>? {
        outcome(orKeep: (0, .call(body)))
    }

    /// What a consumer is given now. If that is nothing, `waiter` is kept.
    ///
    /// - Parameter isCancelled: asked under the lock: whoever is cancelled later finds the waiter.
    private func outcome(
        isCancelled: @autoclosure () -> Bool = false, orKeep waiter: (number: UInt64, waiter: Waiter)? = nil
    ) -> Outcome? {
        let (outcome, producers) = state.withLock { state -> (Outcome?, [CheckedContinuation<Void, Never>]) in
            let outcome = state.outcome(isCancelled: isCancelled())
            if outcome == nil, let waiter { state.consumers.append(waiter) }
            return (outcome, state.cost < limit ? state.takeProducers() : [])
        }
        for producer in producers { producer.resume() }
        return outcome
    }

    /// Ends the channel behind what waits, or at once when that is no longer wanted. The first call decides how it
    /// ends; a later one can only drop what still waits.
    package func finish(throwing failure: (any Error)? = nil, droppingRest: Bool = false) {
        let (served, producers) = state.withLock { state in
            if droppingRest {
                state.elements = []
                state.first = 0
                state.cost = 0
            }
            if !state.isFinished {
                state.isFinished = true
                state.failure = failure
            }
            return (state.serve(), state.takeProducers())
        }
        for tell in served { tell() }
        for producer in producers { producer.resume() }
    }
}
