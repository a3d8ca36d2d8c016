import Runtime

/// Does what takes a processor for tenths of a second and tens of megabytes, one after the other, beside the threads that answer.
actor HashingThread {
    /// Who would be behind so many is better sent away.
    static let most = 8

    private var last: Task<Void, Never>?
    private var waiting = 0

    /// - Returns: `nil` where too many wait already.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result? {
        guard waiting < Self.most else { return nil }
        waiting += 1
        defer { waiting -= 1 }
        let former = last
        let task = Task {
            await former?.value
            return await Self.onThread(work)
        }
        last = Task { _ = await task.value }
        return await task.value
    }

    private static func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            do {
                _ = try ServiceThread(name: "password", stackSize: 256 << 10) { continuation.resume(returning: work()) }
            } catch {
                // No thread is to be had: it is done here, and others wait.
                continuation.resume(returning: work())
            }
        }
    }
}
