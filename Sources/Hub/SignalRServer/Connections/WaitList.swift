/// Tasks that wait until something about a connection changes. A value: whoever holds it resumes them, unlocked.
struct WaitList {
    /// How often something has changed.
    private(set) var changes: UInt64 = 0
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var nextKey: UInt64 = 0

    var count: Int { waiters.count }

    /// - Parameter seen: ``changes`` when the task looked.
    /// - Returns: The key to remove it by; `nil` if something has changed since, and there is nothing to wait for.
    mutating func add(_ waiter: CheckedContinuation<Void, Never>, since seen: UInt64) -> UInt64? {
        guard changes == seen else { return nil }
        nextKey += 1
        waiters[nextKey] = waiter
        return nextKey
    }

    mutating func remove(_ key: UInt64) -> CheckedContinuation<Void, Never>? { waiters.removeValue(forKey: key) }

    /// Something has changed.
    ///
    /// - Returns: Those to be resumed.
    mutating func change() -> [CheckedContinuation<Void, Never>] {
        changes &+= 1
        guard !waiters.isEmpty else { return [] }
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}
