import Runtime

/// What a hub does for its clients: their calls, and what its program does when they come and go.
///
/// The calls are no children of the task that read them: that one may be a post that is answered long before, or a socket
/// that the connection outlives, and each call is cancelled by itself. So they are counted here, and a hub that stops waits
/// for them.
final class HubTasks: Sendable {
    /// Which of them goes on in a task, or in the task that began that one.
    private struct Place: Sendable {
        let hub: ObjectIdentifier
        let number: UInt64
    }

    @TaskLocal private static var current: Place?

    private struct State: Sendable {
        var running: Set<UInt64> = []
        /// Those of them that wait here for the others: two would wait for each other for ever.
        var waiting: Set<UInt64> = []
        var last: UInt64 = 0
    }

    private let state = Watched(State())

    var count: Int { state.withLock { $0.running.count } }
    /// How many wait in ``drained()``.
    var waiterCount: Int { state.waiterCount }

    /// - Parameter isImmediate: whether the task begins on this thread, before this returns, and goes elsewhere only when it
    ///   first waits.
    func start(isImmediate: Bool = false, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let number = begin()
        // Loose because no task lives as long as a call may; what is counted stands for the group.
        return isImmediate ? Task.immediate { await self.run(number, body) } : Task { await self.run(number, body) }
    }

    /// Does something in the caller's task, and counts it meanwhile.
    func run(_ body: @Sendable () async -> Void) async { await run(begin(), body) }

    private func begin() -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.running.insert(state.last)
            return state.last
        }
    }

    private func run(_ number: UInt64, _ body: @Sendable () async -> Void) async {
        await Self.$current.withValue(Place(hub: ObjectIdentifier(self), number: number)) { await body() }
        state.withLock { _ = $0.running.remove(number) }
    }

    /// Returns when none runs, also in a task that has been cancelled. One of them that waits here is not waited for meanwhile,
    /// least of all by itself; somebody else waits for all.
    func drained() async {
        let place = Self.current.flatMap { $0.hub == ObjectIdentifier(self) ? $0.number : nil }
        let own = state.withLock { state -> UInt64? in
            // It may have begun a task that outlives it.
            guard let place, state.running.contains(place) else { return nil }
            state.waiting.insert(place)
            return place
        }
        _ = await state.wait(isCancellable: false) { state -> Bool? in
            let isOver = own == nil ? state.running.isEmpty : state.running.isSubset(of: state.waiting)
            return isOver ? true : nil
        }
        if let own { state.withLock { _ = $0.waiting.remove(own) } }
    }
}
