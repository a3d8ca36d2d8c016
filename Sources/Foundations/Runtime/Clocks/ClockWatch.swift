import CLinux
import Glibc

/// Tells when somebody sets the machine's clock, and when the machine wakes up, without asking again and again: the kernel says so
/// (a timer that is cancelled when the wall clock jumps, which it also does when the machine wakes up).
///
///     let watch = try ClockWatch()
///     while let change = await watch.next() { if change.slept > .seconds(60) { lookAtEverything() } }
///
/// ``stop()`` ends it; one that is dropped without goes on for as long as the process.
package final class ClockWatch: Sendable {
    private let news: ClockNews
    private let watch: DescriptorWatch

    /// Watches from now on.
    ///
    /// - Throws: `errno` where the system gives no such timer, as some sandboxes don't, or `EMFILE`.
    package init() throws(EventDescriptorError) {
        let descriptor = clinux_clock_watch()
        guard descriptor >= 0 else { throw EventDescriptorError(code: errno) }
        let news = ClockNews()
        watch = try DescriptorWatch(descriptor, name: "clock") {
            var expirations: UInt64 = 0
            _ = unsafe read(descriptor, &expirations, 8)
            // Cancelled once, it has to be set again to be cancelled the next time.
            guard clinux_arm_clock_watch(descriptor) == 0 else { return false }
            news.look()
            return true
        } ended: {
            news.finish()
        }
        self.news = news
    }

    /// The next change that is ``ClockChange/isNotable``; `nil` at the end, or when the task is cancelled. One task waits at a time.
    package func next() async -> ClockChange? { await news.next() }

    /// Ends the thread; ``next()`` then returns `nil`.
    package func stop() async {
        news.finish()
        await watch.stop()
    }
}

/// What became of the clocks since somebody was told last.
final class ClockNews: Sendable {
    private let last: Lock<ClockReading>
    private let bell = Bell()
    private let read: @Sendable () -> ClockReading

    init(read: @escaping @Sendable () -> ClockReading = { .now }) {
        self.read = read
        last = Lock(read())
    }

    /// The clocks have to be looked at.
    func look() { bell.ring() }

    func next() async -> ClockChange? {
        while await bell.wait() == .rung {
            let reading = read()
            let change = last.withLock { last in
                defer { last = reading }
                return ClockChange(from: last, to: reading)
            }
            if change.isNotable { return change }
        }
        return nil
    }

    func finish() { bell.close() }
}
