import Control
import SQLite
import Store
import Values

/// The transactions that become known from now on, in the order in which they do.
struct TransactionFeed: Sendable {
    let store: Store

    /// How many new rows one look takes; more come with the next.
    private static let page = 500

    func stream() -> AsyncStream<ControlAPI.NewTransaction> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ControlAPI.NewTransaction.self, bufferingPolicy: .bufferingNewest(10_000))
        // Loose because a watcher comes and goes with its connection: the task ends when it lets the stream go.
        let task = Task {
            do {
                try await follow(continuation)
            } catch {
                // The store is closed: there is nothing more to come.
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func follow(_ continuation: AsyncStream<ControlAPI.NewTransaction>.Continuation) async throws {
        let changes = store.database.changes(to: ["txn"])
        var last = try await store.lastArrival()
        for await _ in changes {
            let rows = try await store.arrivals(after: last, limit: Self.page)
            guard !rows.isEmpty else { continue }
            let children = try await store.children()
            for row in rows {
                last = row.place
                guard row.transaction.source != .baseline,
                    let child = children.first(where: {
                        $0.id == row.transaction.child && $0.server == row.transaction.server
                    })
                else { continue }
                continuation.yield(.init(row.transaction, child: child))
            }
        }
    }
}
