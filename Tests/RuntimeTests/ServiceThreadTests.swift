import Glibc
import Runtime
import Testing

@Suite struct ServiceThreadTests {
    @Test("has its name, cut to what Linux keeps, and all signals blocked but those of a crash")
    func identity() throws {
        let seen = Shared(Lock(("", 0 as Int32, 0 as Int32, 1 as Int32)))
        try ServiceThread(name: "a-name-far-too-long") {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let (term, pipe) = (sigismember(&mask, SIGTERM), sigismember(&mask, SIGPIPE))
            let (name, crash) = (threadName(), sigismember(&mask, SIGSEGV))
            seen.lock.withLock { $0 = (name, term, pipe, crash) }
        }.join()
        #expect(seen.lock.withLock { $0 } == ("a-name-far-too-", 1, 1, 0))
    }

    @Test("leaves the signal mask of its starter alone")
    func mask() throws {
        var (before, after) = (sigset_t(), sigset_t())
        pthread_sigmask(SIG_BLOCK, nil, &before)
        try ServiceThread(name: "short") {}.join()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        for signal in 1..<Int32(32) { #expect(sigismember(&before, signal) == sigismember(&after, signal)) }
    }

    @Test("has the stack it asked for")
    func stack() throws {
        let reached = Shared(Lock(0))
        try ServiceThread(name: "deep", stackSize: 256 << 20) {
            let depth = descend(20_000)
            reached.lock.withLock { $0 = depth }
        }.join()
        // At least 10 MB: the default of 8 MiB would have ended the process.
        #expect(reached.lock.withLock { $0 } == 20_000)
    }

    @Test("tells its waiters when it has ended", .timeLimit(.minutes(1)))
    func finishes() async throws {
        let (parker, isOver) = (Parker(), Shared(Lock(false)))
        let thread = try ServiceThread(name: "waits") {
            parker.park(for: .seconds(20))
            isOver.lock.withLock { $0 = true }
        }
        #expect(!thread.isCurrent)
        parker.unpark()
        await thread.finished()
        #expect(isOver.lock.withLock { $0 })
        await thread.finished()
        thread.join()
        thread.join()
    }
}

private func threadName() -> String {
    guard let file = fopen("/proc/thread-self/comm", "r") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, 64, file) != nil else { return "" }
    return String(decoding: line.prefix { $0 != 10 && $0 != 0 }.map(UInt8.init), as: UTF8.self)
}

/// Recurses so often, with 512 bytes of stack or more each time.
@inline(never) private func descend(_ levels: Int) -> Int {
    if levels == 0 { return 0 }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { bytes in
        bytes[0] = 1
        return descend(levels - 1) + Int(bytes[0])
    }
}
