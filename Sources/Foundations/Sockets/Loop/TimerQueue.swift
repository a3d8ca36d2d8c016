/// What is to happen when, in order of time. Pure: time is a parameter.
package struct TimerQueue {
    /// From 1.
    package typealias ID = UInt64
    typealias Action = @Sendable (_ isStopping: Bool) -> Void
    typealias Instant = ContinuousClock.Instant

    private struct Entry {
        var time: Instant
        var id: ID

        /// Timers of the same time fire in the order in which they were added.
        func isBefore(_ other: Entry) -> Bool { (time, id) < (other.time, other.id) }
    }

    /// A binary heap, the earliest first. Removed timers stay in it, without an action, until their time or until they
    /// are the majority.
    private var heap: [Entry] = []
    private var actions: [ID: Action] = [:]
    private var lastID: ID = 0

    var count: Int { actions.count }

    /// When the next one is due; nil without any.
    var next: Instant? { heap.first?.time }

    mutating func add(at time: Instant, _ action: @escaping Action) -> (id: ID, isFirst: Bool) {
        lastID += 1
        actions[lastID] = action
        heap.append(Entry(time: time, id: lastID))
        siftUp(heap.count - 1)
        return (lastID, heap[0].id == lastID)
    }

    mutating func remove(_ id: ID) {
        actions[id] = nil
        guard heap.count > 64, heap.count > 2 * actions.count else { return }
        heap = heap.filter { actions[$0.id] != nil }.sorted { $0.isBefore($1) }
    }

    /// Takes out what is due, in order.
    mutating func takeDue(at now: Instant) -> [Action] {
        var due: [Action] = []
        while let first = heap.first, first.time <= now {
            removeFirst()
            if let action = actions.removeValue(forKey: first.id) { due.append(action) }
        }
        return due
    }

    mutating func takeAll() -> [Action] {
        defer { self = TimerQueue() }
        return heap.sorted { $0.isBefore($1) }.compactMap { actions[$0.id] }
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
