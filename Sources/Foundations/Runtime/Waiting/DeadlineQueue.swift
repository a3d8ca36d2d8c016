/// Values that wait for a moment each, given out in the order of their moments. Pure: time is a parameter.
package struct DeadlineQueue<Value> {
    private struct Entry {
        let deadline: ContinuousClock.Instant
        /// Of two with one deadline the one that came first goes first.
        let order: UInt64
        let value: Value

        func precedes(_ other: Entry) -> Bool { (deadline, order) < (other.deadline, other.order) }
    }

    /// A binary heap: each precedes the two at twice its place.
    private var heap: [Entry] = []
    private var added: UInt64 = 0

    /// Nothing waits.
    package init() {}

    /// Those that wait, due or not, until they are taken or removed.
    package var count: Int { heap.count }

    /// When the next one is due; `nil` without any.
    package var next: ContinuousClock.Instant? { heap.first?.deadline }

    /// - Returns: whether it is the next one now.
    package mutating func add(_ value: Value, at deadline: ContinuousClock.Instant) -> Bool {
        heap.append(Entry(deadline: deadline, order: added, value: value))
        added += 1
        return rise(from: heap.count - 1) == 0
    }

    /// Takes out what is due, in order.
    package mutating func takeDue(at now: ContinuousClock.Instant) -> [Value] {
        var due: [Value] = []
        while let first = heap.first, first.deadline <= now {
            due.append(first.value)
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            sinkFirst()
        }
        return due
    }

    /// Takes out everything, in order.
    package mutating func takeAll() -> [Value] {
        defer { heap = [] }
        return heap.sorted { $0.precedes($1) }.map(\.value)
    }

    /// In time proportional to what there is.
    package mutating func removeAll(where isUnwanted: (Value) -> Bool) {
        // A sorted array is a heap.
        heap = heap.filter { !isUnwanted($0.value) }.sorted { $0.precedes($1) }
    }

    private mutating func rise(from start: Int) -> Int {
        var place = start
        while place > 0, heap[place].precedes(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
        return place
    }

    private mutating func sinkFirst() {
        var place = 0
        while 2 * place + 1 < heap.count {
            let (left, right) = (2 * place + 1, 2 * place + 2)
            let child = right < heap.count && heap[right].precedes(heap[left]) ? right : left
            guard heap[child].precedes(heap[place]) else { return }
            heap.swapAt(place, child)
            place = child
        }
    }
}
