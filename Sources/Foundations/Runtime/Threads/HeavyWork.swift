/// Does what takes a processor for tenths of a second and tens of megabytes, one after the other, beside the threads that tasks share.
package actor HeavyWork {
    private let name: String
    /// Who would be behind so many is better sent away.
    private let most: Int
    private var last: Task<Void, Never>?
    private var waiting = 0

    /// - Parameters:
    ///   - name: of the threads, of at most 15 bytes.
    ///   - most: that wait or are being done; who comes then is sent away.
    package init(_ name: String, most: Int) { (self.name, self.most) = (name, most) }

    /// - Returns: `nil` where too many wait already.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result? {
        guard waiting < most else { return nil }
        waiting += 1
        defer { waiting -= 1 }
        let (former, name) = (last, name)
        let task = Task {
            await former?.value
            return await Self.onThread(name, work)
        }
        last = Task { _ = await task.value }
        return await task.value
    }

    private static func onThread<Result: Sendable>(
        _ name: String, _ work: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            do {
                _ = try ServiceThread(name: name, stackSize: 512 << 10) { continuation.resume(returning: work()) }
            } catch {
                // No thread is to be had: it is done here, and others wait.
                continuation.resume(returning: work())
            }
        }
    }
}
