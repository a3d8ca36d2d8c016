import Runtime

/// Tells systemd that the program works, as long as it does (`WatchdogSec=`).
///
/// The check goes where the work is done, such as through the store's writer; when it hangs, so does the message, and
/// systemd starts the program anew. A timer of its own would go on when the work doesn't.
package final class Watchdog: Service {
    /// Stands in reports of a stop that took too long.
    package let name = "watchdog"
    private let interval: Duration?
    private let clock: any Clock<Duration>
    private let keepAlive: @Sendable () -> Void
    private let check: @Sendable () async -> Bool
    private let ending = Promise<Void, Never>()

    /// - Parameters:
    ///   - interval: `nil` when nobody asked for a watchdog; then nothing is checked.
    ///   - keepAlive: tells systemd.
    ///   - check: whether the program works.
    package init(
        interval: Duration? = ServiceManager.keepAliveInterval, clock: any Clock<Duration> = ContinuousClock(),
        keepAlive: @escaping @Sendable () -> Void = { ServiceManager.keepAlive() },
        check: @escaping @Sendable () async -> Bool
    ) {
        self.interval = interval
        self.clock = clock
        self.keepAlive = keepAlive
        self.check = check
    }

    /// Checks once at once, then once in each interval, until ``stop()``. A check that fails only leaves out the
    /// message.
    package func run() async {
        guard let interval else {
            await ending.outcomeUnlessCancelled()
            return
        }
        _ = await race(stop: ending) { await self.watch(every: interval) }
    }

    /// Ends ``run()`` at once, unless a check that is under way doesn't heed cancellation.
    package func stop() {
        ending.keep()
    }

    private func watch(every interval: Duration) async {
        repeat {
            if await check() { keepAlive() }
            // Only a cancellation ends the sleep early, and then the loop too.
        } while (try? await clock.sleep(for: interval)) != nil
    }
}
