import Glibc
import HTTPClient
import TestSupport
import TestWaiting
import Testing

@Suite("close", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct CloseTests {
    let server = TestServer.shared

    @Test("lets running requests finish within the grace time")
    func drains() async throws {
        let client = try HTTPClient()
        let url = try server.url("/counted?s=0.4&name=draining")
        let running = Task { try await client.send(HTTPClientRequest(.get, url)).text }
        try await waitForCount("draining")
        await client.close(within: .seconds(5))
        #expect(try await running.value == "late")
        try await expectFailure(.clientClosed) { _ = try await client.send(HTTPClientRequest(.get, url)) }
    }

    @Test("aborts what does not finish, and may be called twice")
    func aborts() async throws {
        let client = try HTTPClient()
        let url = try server.url("/counted?s=30&name=aborting")
        let running = Task { try await client.send(HTTPClientRequest(.get, url)) }
        try await waitForCount("aborting")
        let start = ContinuousClock.now
        await client.close(within: .milliseconds(200))
        await client.close()
        #expect(ContinuousClock.now - start < .seconds(20))
        try await expectFailure(.clientClosed) { _ = try await running.value }
    }

    @Test("a dropped client ends by itself")
    func dropped() async throws {
        for _ in 0..<50 {
            let client = try HTTPClient()
            _ = try await client.send(HTTPClientRequest(.get, server.url("/hello")))
        }
        // Other tests of this process have clients too, but not so many.
        try await eventually("their threads have ended") { try Self.threadCount(named: "http-client") < 50 }
    }

    /// How many threads of this process have a name.
    private static func threadCount(named name: String) throws -> Int {
        let folder = try #require(unsafe opendir("/proc/self/task"))
        defer { unsafe closedir(folder) }
        var count = 0
        while let entry = unsafe readdir(folder) {
            let thread = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // One that has ended meanwhile has no file any more.
            if (try? TextFile.read("/proc/self/task/\(thread)/comm")) == name + "\n" { count += 1 }
        }
        return count
    }

    @Test("a storm of cancellations leaves a working client")
    func storm() async throws {
        try await withClient { client in
            let paths = ["/hello", "/slow-head?s=0.01", "/sse?n=2000", "/silence"]
            for round in 0..<20 {
                let tasks = try paths.flatMap { path in
                    let request = try HTTPClientRequest(.get, server.url(path))
                    return [
                        Task { _ = try await client.send(request) },
                        Task { try await client.stream(request) { _, body in for try await _ in body {} } },
                    ]
                }
                // Not a wait for something: each round cancels at another moment.
                try await Task.sleep(for: .microseconds(500 * round))
                for task in tasks { task.cancel() }
                for task in tasks { _ = await task.result }
            }
            #expect(try await get("/hello", client).text == "hello")
        }
    }
}
