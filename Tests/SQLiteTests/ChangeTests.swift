import Testing

@testable import SQLite

@Suite("Changes")
struct ChangeTests {
    /// What one commit tells.
    private func changed(
        before: [Child] = [], gift: Bool = false,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws -> Void
    ) async throws -> Set<String>? {
        let folder = try TestFolder()
        let database = try await folder.open()
        try await database.write { transaction in
            for child in before { try transaction.run(ChildTable.insert, child) }
            if gift { try transaction.run(GiftTable.insert, before[0].id, "kite") }
        }
        let feed = database.changes()
        try? await database.write { try body($0) }
        // Closing ends the feed, so a commit that tells nothing gives nil instead of waiting.
        await database.close()
        for await tables in feed { return tables }
        return nil
    }

    @Test("an insert tells its table, and those of its triggers")
    func triggers() async throws {
        let tables = try await changed { try $0.run(ChildTable.insert, .sample(1, note: "count")) }
        #expect(tables == ["child", "tally"])
    }

    @Test("a cascade into a table WITHOUT ROWID is told, so is deleting everything")
    func cascades() async throws {
        let one = try await changed(before: [.sample(1)], gift: true) {
            try $0.run(ChildTable.delete, Child.sample(1).id)
        }
        #expect(one == ["child", "gift"])
        let all = try await changed(before: [.sample(1)], gift: true) { try $0.run(ChildTable.deleteAll) }
        #expect(all == ["child", "gift"])
    }

    @Test("no row changed, or all undone: nothing is told")
    func nothing() async throws {
        #expect(try await changed { try $0.run(ChildTable.rename, "Bo", Child.ID(rawValue: "nobody")) } == nil)
        #expect(
            try await changed {
                try $0.run(ChildTable.insert, .sample(1))
                throw CancellationError()
            } == nil)
    }

    @Test(
        "a feed that is dropped is forgotten; the others go on when one who read is cancelled, and end with the database",
        .timeLimit(.minutes(1)))
    func dropped() async {
        let publisher = ChangePublisher()
        let feed = publisher.subscribe(to: nil)
        _ = publisher.subscribe(to: nil)
        #expect(publisher.subscriptions.count == 1)
        publisher.publish(["child"])
        var changes = feed.makeAsyncIterator()
        #expect(await changes.next() == ["child"])
        let reader = Task { for await _ in feed {} }
        reader.cancel()
        await reader.value
        publisher.publish(["gift"])
        publisher.finish()
        #expect(await changes.next() == ["gift"])
        #expect(await changes.next() == nil)
    }

    @Test("a slow consumer gets one set for many commits, and only of the tables it asked for")
    func coalescing() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let children = database.changes(to: ["child"])
        let gifts = database.changes(to: ["gift"])
        for number in 0..<50 { try await database.write { try $0.run(ChildTable.insert, .sample(number)) } }
        await database.close()
        var sets: [Set<String>] = []
        for await tables in children { sets.append(tables) }
        #expect(sets == [["child"]])
        for await tables in gifts { Issue.record("told \(tables)") }
    }
}
