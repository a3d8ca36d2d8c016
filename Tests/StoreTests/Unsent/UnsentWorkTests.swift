import Glibc
import SQLite
import Testing
import Values

@testable import Store

/// What is not on the server yet is found in a store of any version and in any state, and nothing of it is touched.
@Suite("Unsent work in files")
struct UnsentWorkTests {
    /// Three that wait, of which one is on its way and one needs a person, one that is given up.
    private func filled(_ folder: TestStore) async throws -> UnsentFixture {
        let fixture = try await UnsentFixture(in: folder)
        for number in 1...4 { try await fixture.enter(number) }
        try await fixture.store.write { try $0.park(UnsentFixture.id(2), because: "no", at: UnsentFixture.now) }
        _ = try await fixture.intents.discard(UnsentFixture.id(3), now: UnsentFixture.now)
        try await fixture.mark(1)
        return fixture
    }

    private func ids(_ folder: TestStore) async throws -> [String] {
        let work = try await UnsentWork(in: StateFolder(folder.folder))
        for order in work.orders { #expect(order.origin == "https://family.example" && order.account == "mum") }
        return work.orders.compactMap { $0.text("id") }
    }

    private static let open = ["00000001", "00000002", "00000004"]

    @Test("of a store that is open, of one that is closed, and of one that a newer version wrote, the same")
    func anyVersion() async throws {
        let folder = try TestStore()
        let fixture = try await filled(folder)
        let live = try await fixture.store.read { snapshot in try UnsentWork(snapshot) }
        #expect(live.orders.compactMap { $0.text("id") } == Self.open && live.isWhole)
        await fixture.store.close()
        let closed = try await UnsentWork(in: StateFolder(folder.folder))
        #expect(closed.orders == live.orders && closed.isWhole)
        #expect(closed.orders[0].text("amount") == "-3.21" && closed.orders[0].text("description") == "Kite\t\n1")
        // A state, an order and a column that only a later version knows.
        try RawDatabase(folder.file).execute(
            """
            PRAGMA ignore_check_constraints = ON; ALTER TABLE intent ADD COLUMN colour TEXT;
            UPDATE intent SET state = 'resting', colour = 'red' WHERE id = '00000002';
            UPDATE intent SET deed = 'add-hat', kind = 'hat' WHERE id = '00000004'; PRAGMA user_version = 99;
            """)
        let newer = try await UnsentWork(in: StateFolder(folder.folder))
        #expect(newer.orders.count == 3 && newer.isWhole)
        #expect(newer.orders[1].columns["colour"] == .text("red"))
        #expect(await (try? folder.open()) == nil)
    }

    @Test("of what was committed last and is in the log alone, too, without a trace")
    func log() async throws {
        let (origin, folder) = (try TestStore(), try TestStore())
        let fixture = try await filled(origin)
        for suffix in ["", "-wal"] {
            let path = origin.file + suffix
            TestStore.write(TestStore.read(TestStore.size(path), of: path, at: 0), to: folder.file + suffix)
        }
        await fixture.store.close()
        let log = TestStore.read(TestStore.size(folder.file + "-wal"), of: folder.file + "-wal", at: 0)
        #expect(!log.isEmpty)
        #expect(try await ids(folder) == Self.open)
        #expect(TestStore.read(log.count, of: folder.file + "-wal", at: 0) == log)
        #expect(access(folder.file + "-shm", F_OK) != 0)
    }

    @Test("of a store that was deleted, or is rubbish, what the ledger knows; and that it is not whole is said")
    func ledger() async throws {
        let folder = try TestStore()
        await (try await filled(folder)).store.close()
        TestStore.write(Array(repeating: 0x41, count: 4_096), to: folder.file)
        #expect(try await ids(folder) == Self.open)
        #expect(try await UnsentWork(in: StateFolder(folder.folder)).isWhole == false)
        for suffix in SetAside.suffixes { unlink(folder.file + suffix) }
        #expect(try await ids(folder) == Self.open)
        unlink(folder.folder + "/pocketbell.ledger")
        #expect(try await ids(folder) == [])
    }

    @Test("what has come to its end in the store or in the ledger is nobody's work")
    func ended() async throws {
        let folder = try TestStore()
        let fixture = try await filled(folder)
        await fixture.store.close()
        let old = TestStore.read(TestStore.size(folder.file), of: folder.file, at: 0)
        let later = try await UnsentFixture(in: folder)
        _ = try await later.intents.discard(UnsentFixture.id(2), now: UnsentFixture.now)
        await later.store.close()
        TestStore.write(old, to: folder.file, truncating: true)
        #expect(try await ids(folder) == ["00000001", "00000004"])
    }

    @Test("while somebody has the store, it is not read behind their back")
    func inUse() async throws {
        let folder = try TestStore()
        let fixture = try await filled(folder)
        let error = await #expect(throws: StoreError.self) { _ = try await UnsentWork(in: StateFolder(folder.folder)) }
        #expect(error?.kind == .inUse)
        await fixture.store.close()
    }
}
