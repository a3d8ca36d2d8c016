import Runtime
import SQLite
import Store

/// Says each time that something which the page shows may be another than before: the store, or a connection.
struct PageFeed: Sendable {
    let store: Store
    let news: News

    /// What views show. That a hub has announced something is in none of these, so the fact that follows is not held up by that news.
    private static let shown: Set<String> = [
        "child", "txn", "record", "delivery", "intent", "conflict", "silence", "problem", "target_failure", "seen",
    ]

    /// Of what a reader has not taken one stays: it looks at everything anyway.
    func stream() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Loose because an open page comes and goes with its connection: the task ends when it lets the stream go.
        let task = Task {
            await firstToEnd(
                { for await _ in store.database.changes(to: Self.shown) { continuation.yield() } },
                {
                    while !Task.isCancelled {
                        await news.wait(after: news.number, atMost: .seconds(60))
                        continuation.yield()
                    }
                })
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
