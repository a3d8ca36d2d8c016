import Control
import Observability
import Store
import TestSupport
import Testing
import Values

@testable import Daemon

@Suite("The feed of new transactions")
struct TransactionFeedTests {
    private func row(_ number: Int, of child: ChildRow, source: TransactionRow.Source) -> TransactionRow {
        TransactionRow(
            server: child.server, id: .init(rawValue: "txn-\(number)"), child: child.id, amount: Decimal("1.00")!,
            kind: .credit, category: "Chores", description: "Dishes", balanceAfter: Decimal("1.00")!,
            createdAt: Timestamp(seconds: 1_700_000_000), position: number,
            firstSeenAt: Timestamp(seconds: 1_700_000_001), source: source, isLate: false)
    }

    @Test(
        "tells of rows in the order in which they become known, without the history that a child comes with",
        .timeLimit(.minutes(1)))
    func feed() async throws {
        let folder = try TemporaryFolder()
        let logger = Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink())
        let store = try await Store.open(in: folder.path, logger: logger)
        let child = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "alice"), firstName: "Alice", lastName: "Reed",
                balance: Decimal("1.00")!, seenAt: Timestamp(seconds: 1_700_000_000))
            try transaction.upsert(child)
            return child
        }
        var feed = TransactionFeed(store: store).stream().makeAsyncIterator()
        // A watcher's first look is not to be seen from outside: rows arrive until it tells of one.
        let writer = Task {
            for number in 1... {
                try Task.checkCancellation()
                let (old, new) = (
                    row(2 * number, of: child, source: .baseline), row(2 * number + 1, of: child, source: .scan)
                )
                try await store.write { transaction in
                    _ = try transaction.insert(old)
                    _ = try transaction.insert(new)
                }
            }
        }
        var positions: [Int] = []
        while positions.count < 3, let new = await feed.next() {
            #expect(new.transaction.source == .scan && new.child.firstName == "Alice")
            positions.append(new.transaction.position)
        }
        writer.cancel()
        _ = await writer.result
        #expect(positions.count == 3 && positions == [0, 2, 4].map { positions[0] + $0 })
        await store.close()
    }
}
