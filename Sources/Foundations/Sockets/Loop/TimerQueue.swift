import Runtime

/// What is to happen when, in order of time. Pure: time is a parameter.
package struct TimerQueue {
    /// From 1.
    package typealias ID = UInt64
    typealias Action = @Sendable (_ isStopping: Bool) -> Void
    typealias Instant = ContinuousClock.Instant

    /// Removed timers stay in it, without an action, until their time or until they are the majority.
    private var queue = DeadlineQueue<ID>()
    private var actions: [ID: Action] = [:]
    private var lastID: ID = 0

    var count: Int { actions.count }

    /// When the next one is due; nil without any.
    var next: Instant? { queue.next }

    mutating func add(at time: Instant, _ action: @escaping Action) -> (id: ID, isFirst: Bool) {
        lastID += 1
        actions[lastID] = action
        return (lastID, queue.add(lastID, at: time))
    }

    mutating func remove(_ id: ID) {
        actions[id] = nil
        guard queue.count > 64, queue.count > 2 * actions.count else { return }
        queue.removeAll { actions[$0] == nil }
    }

    /// Takes out what is due, in order.
    mutating func takeDue(at now: Instant) -> [Action] {
        queue.takeDue(at: now).compactMap { actions.removeValue(forKey: $0) }
    }

    mutating func takeAll() -> [Action] {
        defer { self = TimerQueue() }
        return queue.takeAll().compactMap { actions[$0] }
    }
}
