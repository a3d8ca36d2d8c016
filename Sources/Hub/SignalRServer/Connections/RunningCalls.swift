/// The tasks of the calls of one client that run, so that each can be cancelled. A value.
struct RunningCalls: Sendable {
    private enum Entry: Sendable {
        /// Its task is being made; whether it is to be cancelled then.
        case starting(isCancelled: Bool)
        case running(Task<Void, Never>)
    }

    private var entries: [UInt64: Entry] = [:]
    private var numbers: [String: UInt64] = [:]
    private var nextNumber: UInt64 = 0
    /// The numbers of those that have a place among the calls of which only so many run at a time.
    private var places: Set<UInt64> = []

    var count: Int { entries.count }

    /// - Returns: The call's number here; `nil` if its id is in use.
    mutating func add(id: String?, holdsPlace: Bool = true) -> UInt64? {
        if let id, numbers[id] != nil { return nil }
        nextNumber += 1
        if let id { numbers[id] = nextNumber }
        entries[nextNumber] = .starting(isCancelled: false)
        if holdsPlace { places.insert(nextNumber) }
        return nextNumber
    }

    /// - Returns: Whether the task is to be cancelled at once.
    mutating func started(_ number: UInt64, _ task: Task<Void, Never>) -> Bool {
        // It may have ended already.
        guard case .starting(let isCancelled) = entries[number] else { return false }
        entries[number] = .running(task)
        return isCancelled
    }

    func holdsPlace(_ number: UInt64) -> Bool { places.contains(number) }

    mutating func gaveUpPlace(_ number: UInt64) { places.remove(number) }

    /// - Returns: Whether it had a place.
    @discardableResult
    mutating func remove(_ number: UInt64, id: String?) -> Bool {
        entries[number] = nil
        defer { places.remove(number) }
        if let id, numbers[id] == number { numbers[id] = nil }
        return places.contains(number)
    }

    /// - Returns: The task to cancel, if there is one yet.
    mutating func cancel(id: String) -> Task<Void, Never>? {
        numbers[id].flatMap { cancel($0) }
    }

    /// - Returns: The tasks to cancel.
    mutating func cancelAll() -> [Task<Void, Never>] {
        entries.keys.compactMap { cancel($0) }
    }

    private mutating func cancel(_ number: UInt64) -> Task<Void, Never>? {
        switch entries[number] {
        case .running(let task): return task
        case .starting: entries[number] = .starting(isCancelled: true)
        case nil: break
        }
        return nil
    }
}
