import Runtime

/// The tasks of a hub's calls.
///
/// They are no children of the task that read the call: that one may be a post that is answered long before, or a socket
/// that the connection outlives, and each call is cancelled by itself. So they are counted here, and a hub that stops waits
/// for them.
final class HubTasks: Sendable {
    private let running = Watched(0)

    var count: Int { running.withLock { $0 } }

    /// - Parameter isImmediate: whether the task begins on this thread, before this returns, and goes elsewhere only when it
    ///   first waits.
    func start(isImmediate: Bool = false, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        running.withLock { $0 += 1 }
        let counted = { @Sendable in
            await body()
            self.running.withLock { $0 -= 1 }
        }
        // Loose because no task lives as long as a call may; the count stands for the group.
        return isImmediate ? Task.immediate { await counted() } : Task { await counted() }
    }

    /// Returns when none runs, also in a task that has been cancelled.
    func drained() async { _ = await running.wait(isCancellable: false) { $0 == 0 ? true : nil } }
}
