import Runtime

/// Lives the simulated family's life at a quickened pace, and reports what happened.
package actor FamilyLife: Service {
    /// Stands in reports of a stop that took too long.
    package nonisolated let name = "family life"

    /// What happened, in order, until the life ends. A reader that falls far behind loses the newest.
    package nonisolated let events: AsyncStream<LifeEvent>

    private let backend: DemoBackend
    private let clock: any Clock<Duration>
    /// 2 is twice as fast.
    private let pace: Int
    private let report: AsyncStream<LifeEvent>.Continuation
    private var plan: LifePlan
    private var isStopped = false

    /// - Parameters:
    ///   - seed: the same seed does the same deeds in the same order.
    ///   - pace: 2 is twice as fast; below 1 counts as 1.
    ///   - clock: waits between deeds.
    package init(
        in backend: DemoBackend, seed: UInt64, pace: Int = 1, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.backend = backend
        self.clock = clock
        self.pace = max(1, pace)
        plan = LifePlan(seed: seed)
        (events, report) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(10_000))
    }

    /// Lives until stopped or cancelled.
    package func run() async throws {
        defer { report.finish() }
        while !isStopped, !Task.isCancelled { try await step() }
    }

    /// No deed begins any more. The wait before the next one is not cut short: cancel ``run()`` for that.
    package func stop() async {
        isStopped = true
    }

    /// Waits and does one thing.
    package func step() async throws {
        let (wait, deed) = plan.next(children: backend.children)
        do {
            try await clock.sleep(for: wait / pace)
        } catch is CancellationError {
            return
        }
        guard !isStopped else { return }
        for event in try await backend.perform(deed) { report.yield(event) }
    }
}
