import Runtime
import SQLite
import Testing

@Suite("Migrations")
struct MigrationTests {
    @Test("run once, after a copy that opens as the old schema")
    func upgrade() async throws {
        let folder = try TestFolder()
        let old = try await folder.open([.children])
        try await old.write { try $0.run(ChildTable.insert, .sample(1)) }
        await old.close()
        let steps = Lock<[MigrationProgress]>([])
        let new = try await Database.open(folder.configuration, migrations: [.children, .gifts]) { step in
            steps.withLock { $0.append(step) }
        }
        #expect(steps.withLock { $0.last.map { if case .applying("gifts", _) = $0 { true } else { false } } } == true)
        #expect(
            steps.withLock {
                $0.contains { if case .backingUp(let copied, let total) = $0 { copied == total } else { false } }
            })
        await new.close()
        #expect(try folder.mode("test.db-before-2") == 0o600)
        let copy = try await folder.open([.children]) { $0.path += "-before-2" }
        #expect(try await copy.read { try $0.first(ChildTable.count) } == 1)
        await copy.close()
        let again = try await folder.open()
        await again.close()
    }

    @Test("an edited one is found")
    func edited() async throws {
        let folder = try TestFolder()
        let database = try await folder.open([Migration("one", "CREATE TABLE a (x INTEGER) STRICT")])
        await database.close()
        let error = await #expect(throws: DatabaseError.self) {
            _ = try await folder.open([Migration("one", "CREATE TABLE a (y INTEGER) STRICT")])
        }
        #expect(error?.kind == .editedMigration)
    }

    @Test("a failing one leaves the schema as it was, and the file free for the next try")
    func failing() async throws {
        let folder = try TestFolder()
        let broken = Migration("broken", "CREATE TABLE b (x INTEGER) STRICT; CREATE TABLE b (x INTEGER) STRICT")
        let error = await #expect(throws: DatabaseError.self) { _ = try await folder.open([.children, broken]) }
        #expect(error?.operation == "broken")
        let committing = Migration("committing", "COMMIT")
        await #expect(throws: DatabaseError.self) { _ = try await folder.open([.children, committing]) }
        let database = try await folder.open([.children])
        #expect(try await database.tableNames().sorted() == ["child", "schema_migration"])
        await database.close()
    }

    @Test("a referenced table is rebuilt, and rows that lost their parent are refused")
    func rebuild() async throws {
        let folder = try TestFolder()
        let first = try await folder.open()
        try await first.write {
            try $0.run(ChildTable.insert, .sample(1))
            try $0.run(GiftTable.insert, Child.sample(1).id, "kite")
        }
        await first.close()
        let losing = Migration("losing", "DELETE FROM child", rebuildsTables: true)
        let error = await #expect(throws: DatabaseError.self) {
            _ = try await folder.open([.children, .gifts, losing])
        }
        #expect(error?.kind == .constraint)
        let rebuild = Migration(
            "rebuild",
            """
            CREATE TABLE new (id TEXT PRIMARY KEY, name TEXT NOT NULL, balance TEXT NOT NULL, note TEXT, born INTEGER NOT NULL,
              colour TEXT) STRICT;
            INSERT INTO new SELECT *, NULL FROM child; DROP TABLE child; ALTER TABLE new RENAME TO child;
            """, rebuildsTables: true)
        let second = try await folder.open([.children, .gifts, rebuild])
        #expect(try await second.read { try $0.first(GiftTable.count) } == 1)
        #expect(try await second.checkEverything() == [])
        await second.close()
    }
}
