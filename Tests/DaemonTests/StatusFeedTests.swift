import Control
import JSON
import Observability
import Runtime
import Store
import TestSupport
import TestWaiting
import Testing
import Values

@testable import Daemon

@Suite("Following the status", .timeLimit(.minutes(1)))
struct StatusFeedTests {
    /// What the running program says of itself.
    private final class Program: Sendable {
        let status = Lock(LiveStatus(startedAt: Timestamp(seconds: 0), version: "9.8.7"))
        /// How often somebody has asked.
        let asked = Lock(0)

        func answer() -> LiveStatus {
            asked.withLock { $0 += 1 }
            return status.withLock { $0 }
        }
    }

    private func with(_ body: (Store, Program, StatusFeed) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try await Store.open(in: folder.path, logger: .silent)
        let program = Program()
        let api = ControlAPI(store: store, live: { program.answer() }) { _ in .text("") }
        try await body(store, program, StatusFeed(api: api, store: store, news: News()))
        await store.close()
    }

    @Test("the first is as it is now; what changes is told when somebody rings; a ring without a change is not")
    func changes() async throws {
        try await with { _, program, feed in
            var statuses = feed.stream().makeAsyncIterator()
            #expect(await statuses.next()?["run"]?["state"] == "idle")
            let asked = program.asked.withLock { $0 }
            // What it has made of one look is told before the next.
            try await eventually("two more looks") {
                feed.news.ring()
                return program.asked.withLock { $0 } >= asked + 2
            }
            program.status.withLock { live in
                var account = LiveStatus.Account(name: "mum", state: .live)
                account.work = RunState.Work(.pulling, hundredths: 61)
                live.accounts = [account]
            }
            feed.news.ring()
            let next = await statuses.next()
            #expect(next?["run"]?["state"] == "syncing" && next?["accounts"]?[0]?["link"] == "live")
        }
    }

    @Test("what the store keeps is told without a ring from elsewhere")
    func stored() async throws {
        try await with { store, _, feed in
            var statuses = feed.stream().makeAsyncIterator()
            #expect(await statuses.next()?["counts"]?["children"] == 0)
            try await store.write { transaction in
                let server = try transaction.ensureServer(origin: "https://one.example")
                try transaction.upsert(
                    ChildRow(
                        server: server.id, id: .init(rawValue: "a"), firstName: "Al", lastName: "", balance: .zero,
                        seenAt: Timestamp(seconds: 0)))
            }
            #expect(await statuses.next()?["counts"]?["children"] == 1)
        }
    }

    @Test("news wakes everybody who waits, and who has looked before waits for the next")
    func news() async {
        let news = News()
        let seen = news.number
        async let first: Void = news.wait(after: seen, atMost: .seconds(30))
        async let second: Void = news.wait(after: seen, atMost: .seconds(30))
        news.ring()
        _ = await (first, second)
        #expect(news.number == seen + 1)
        await news.wait(after: seen, atMost: .seconds(30))
        await news.wait(after: news.number, atMost: .milliseconds(1))
    }
}
