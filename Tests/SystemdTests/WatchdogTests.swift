import Systemd
import Testing

@Suite("The watchdog", .timeLimit(.minutes(1)))
struct WatchdogTests {
    @Test("systemd hears of the program as long as its check succeeds")
    func feeds() async {
        let (fed, feed) = AsyncStream.makeStream(of: Void.self)
        let (checked, check) = AsyncStream.makeStream(of: Void.self)
        let answers = Answers([true, false, true])
        let watchdog = Watchdog(interval: .milliseconds(1), keepAlive: { feed.yield() }) {
            let answer = await answers.next()
            if answer == nil { check.finish() }
            return answer ?? false
        }
        async let end: Void = watchdog.run()
        for await _ in checked {}
        watchdog.stop()
        await end
        feed.finish()
        var count = 0
        for await _ in fed { count += 1 }
        #expect(count == 2)
    }

    @Test("without a watchdog nothing is checked, and the service still ends when it is stopped")
    func absent() async {
        let watchdog = Watchdog(interval: nil) {
            Issue.record("checked")
            return true
        }
        async let end: Void = watchdog.run()
        watchdog.stop()
        await end
    }

    /// Stands for a program that works, hangs in part, and works again.
    private actor Answers {
        private var rest: [Bool]

        init(_ answers: [Bool]) { rest = answers }

        func next() -> Bool? { rest.isEmpty ? nil : rest.removeFirst() }
    }
}
