import Glibc
import SQLite
import Store
import Testing
import Values

@testable import Store

/// What a newer program has written, as an older one meets it: it says so, and touches nothing.
@Suite("Downgrade")
struct DowngradeTests {
    /// What a later version might do: nothing that this one would understand.
    private static let later = Migration(
        "later",
        """
        CREATE TABLE hat (name TEXT) STRICT; INSERT INTO hat VALUES ('red'); ALTER TABLE intent ADD COLUMN colour TEXT;
        """)

    /// Every file of a folder with its bytes, the lock's aside: it says who looks.
    private static func files(_ folder: String) -> [String: [UInt8]] {
        let names = StateFolder.names(in: folder).filter { !$0.hasSuffix("-lock") }
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                let path = "\(folder)/\(name)"
                return (name, TestStore.read(TestStore.size(path), of: path, at: 0))
            })
    }

    /// A store of the next version, with an entry that waits.
    private func newer(_ folder: TestStore, program: String?) async throws -> Database {
        let fixture = try await OutboxFixture(in: folder)
        try await fixture.alert(1, to: ["chat"])
        await fixture.store.close()
        let configuration = DatabaseConfiguration(path: folder.file, applicationID: 0x506B_426C)
        let database = try await Database.open(configuration, migrations: Migration.all + [Self.later])
        guard let program else { return database }
        try await database.write { transaction in
            try transaction.setMeta("store.schema", to: String(Migration.all.count + 1))
            try transaction.setMeta("store.program", to: program)
        }
        return database
    }

    private func expectRefused(_ folder: TestStore, _ name: String) async throws {
        let before = Self.files(folder.folder)
        let error = await #expect(throws: StoreError.self) {
            _ = try await Store.open(in: folder.folder, program: "0.1.0", logger: TestStore.logger)
        }
        #expect(error?.kind == .newerVersion && error?.isFatal == true)
        #expect(error?.sentence.contains(name) == true, "\(String(describing: error))")
        #expect(error?.sentence.contains("0.1.0, knows up to \(Migration.all.count)") == true)
        #expect(error?.nextStep.contains("pocketbell pending export FILE") == true)
        #expect(Self.files(folder.folder) == before, "not a byte is another, and no file more")
    }

    @Test(
        "a newer store is refused by the version that wrote it, and not a byte of it is changed",
        arguments: [true, false])
    func refused(_ isClosed: Bool) async throws {
        let (origin, folder) = (try TestStore(), try TestStore())
        let database = try await newer(origin, program: "9.9.9")
        if isClosed { await database.close() }
        // As a program that was killed leaves it: all that is new is in the log.
        for name in StateFolder.names(in: origin.folder) where isClosed || !name.hasSuffix("-shm") {
            let path = "\(origin.folder)/\(name)"
            TestStore.write(TestStore.read(TestStore.size(path), of: path, at: 0), to: "\(folder.folder)/\(name)")
        }
        if !isClosed {
            #expect(TestStore.size(folder.file + "-wal") > 0)
            await database.close()
        }
        try await expectRefused(folder, "PocketBell 9.9.9 has written the database")
    }

    @Test("neither the ledger nor a file that waits makes it touch anything")
    func waiting() async throws {
        let (origin, folder) = (try TestStore(), try TestStore())
        await (try await newer(origin, program: nil)).close()
        try await folder.open().close()
        let bytes = TestStore.read(TestStore.size(origin.file), of: origin.file, at: 0)
        // The version that staged it was taken away before it took it up.
        TestStore.write(bytes, to: folder.file + "-restoring")
        try await expectRefused(folder, "A newer version")
        // Damaged and set aside, and its rows not taken over yet.
        rename(folder.file + "-restoring", folder.file)
        _ = try SetAside(in: StateFolder(folder.folder)).take(
            folder.file, because: "damaged", at: OutboxFixture.now, isDamaged: true)
        let aside = try #require(SetAside(in: StateFolder(folder.folder)).unread)
        let error = await #expect(throws: StoreError.self) { _ = try await folder.open() }
        #expect(error?.kind == .newerVersion)
        #expect(TestStore.read(bytes.count, of: aside + "/pocketbell.sqlite", at: 0) == bytes)
        #expect(TestStore.size(folder.file) == 0)
        TestStore.remove(folder.folder + "/set-aside")
    }

    @Test("after the older program has tried, the newer one goes on as if nothing had been")
    func upgradedAgain() async throws {
        let folder = try TestStore()
        let first = try await newer(folder, program: "9.9.9")
        try await first.write { try $0.setMeta("mark", to: "newer") }
        await first.close()
        for _ in 0..<2 { try await expectRefused(folder, "9.9.9") }
        let configuration = DatabaseConfiguration(path: folder.file, applicationID: 0x506B_426C)
        let again = try await Database.open(configuration, migrations: Migration.all + [Self.later])
        #expect(try await again.read { try $0.meta("mark") } == "newer")
        #expect(try await again.checkEverything() == [])
        await again.close()
    }

    @Test("a store says which schema it has, and who opened it last")
    func stamp() async throws {
        let folder = try TestStore()
        for program in ["0.1.0", "0.1.1"] {
            let store = try await Store.open(in: folder.folder, program: program, logger: TestStore.logger)
            let stamp = try await store.read { snapshot in try StoreStamp(snapshot) }
            #expect(stamp == StoreStamp(program: program))
            #expect(stamp?.schema == Migration.all.count && stamp?.program == program)
            await store.close()
        }
    }

    @Test("a stamp of before the last migration is not taken for whoever made that")
    func oldStamp() async throws {
        let folder = try TestStore()
        try await Store.open(in: folder.folder, program: "0.1.0", logger: TestStore.logger).close()
        TestStore.write([0, 0, 0, 99], to: folder.file, at: 60)
        try await expectRefused(folder, "A newer version of this program has written the database, in schema 99")
    }
}
