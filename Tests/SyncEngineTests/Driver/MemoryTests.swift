import Glibc
import Observability
import Runtime
import Store
import SyncEngine
import TestWaiting
import Testing
import Values

/// Memory in use now, by this process.
private func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1_024
}

@Suite("Memory")
struct MemoryTests {
    @Test(
        "scans and hints leave nothing behind, however many there were",
        .disabled(if: getenv("POCKETBELL_SANITIZER") != nil, "a sanitizer keeps what is freed"), .timeLimit(.minutes(2))
    )
    func flat() async {
        // In a process of its own: other tests allocate too.
        await #expect(processExitsWith: .success) {
            let bench = try TestBench()
            let child = bench.server.add(child: "Alice")
            let store = try await bench.open()
            // Without a log, which a bench would keep.
            let engine = SyncEngine(
                account: SyncAccount(name: "mum", scanInterval: .seconds(3_600)), origin: TestBench.origin,
                source: bench.server, store: store, planner: { _ in [] },
                logger: Logger(component: "test", threshold: LogThreshold(.error), sink: bench.sink),
                metrics: bench.metrics, timings: TestBench.quick)
            try await bench.with(engine) {
                try await engine.settled()
                func scan(_ count: Int) async throws {
                    for _ in 0..<count {
                        let before = bench.server.state.withLock { state in
                            state.limits = []
                            return state.childrenRequests
                        }
                        engine.hint(.frame(.child(child)))
                        try await eventually("a scan") {
                            bench.server.state.withLock { $0.childrenRequests } > before
                        }
                        try await eventually("its end") { await !engine.status.isScanning }
                    }
                }
                try await scan(100)
                let before = residentKilobytes()
                try await scan(600)
                let grown = residentKilobytes() - before
                // A scan that nobody lets go of is 10 kB; what the rows of so many hints are in the cache is all else.
                #expect(grown < 600 * 5, "\(grown) kB more after 600 scans")
            }
            await store.close()
        }
    }
}
