import Control
import JSON
import Runtime
import SQLite
import Store

/// How it goes, whenever that is another than before: the one value that `status --follow` and whoever else follows it show.
///
/// Connections, runs and the store say at once when they change. Targets, and what only the passing of time makes a problem, are looked
/// at once a second.
struct StatusFeed: Sendable {
    /// From one look to the next at most, and at least: a run changes faster than anybody reads.
    static let interval = Duration.seconds(1)
    static let spacing = Duration.milliseconds(100)

    let api: ControlAPI
    let store: Store
    let news: News

    /// The first is as it is now. Of what a reader has not taken the newest stays.
    func stream() -> AsyncStream<JSONValue> {
        let (stream, continuation) = AsyncStream.makeStream(of: JSONValue.self, bufferingPolicy: .bufferingNewest(1))
        // Loose because whoever follows comes and goes with its connection: the task ends when it lets the stream go.
        let task = Task {
            await firstToEnd({ await self.ringAtChanges() }, { await self.follow(continuation) })
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func ringAtChanges() async {
        for await _ in store.database.changes() { news.ring() }
    }

    private func follow(_ continuation: AsyncStream<JSONValue>.Continuation) async {
        var last: JSONValue?
        while !Task.isCancelled {
            let number = news.number
            // A store that cannot be read has said so in the log; what was last is shown until it can.
            if case .value(let status) = await api.answer(ControlRequest(.get, ["status"])), status != last {
                last = status
                continuation.yield(status)
            }
            guard (try? await Task.sleep(for: Self.spacing)) != nil else { return }
            await news.wait(after: number, atMost: Self.interval)
        }
    }
}
