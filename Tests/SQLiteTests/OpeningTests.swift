import Glibc
import SQLite
import Testing

@Suite("Opening")
struct OpeningTests {
    @Test("file, log, shared memory and lock are private, whatever the old mode")
    func modes() async throws {
        let folder = try TestFolder()
        try folder.write([], to: "test.db")
        chmod(folder.file, 0o666)
        let database = try await folder.open()
        try await database.write { try $0.run(ChildTable.insert, .sample(1)) }
        for suffix in ["", "-wal", "-shm", "-lock"] {
            #expect(try folder.mode("test.db" + suffix) == 0o600, "\(suffix)")
        }
        #expect(database.warnings.isEmpty)
        await database.close()
        #expect(!folder.holds("test.db-wal"))
    }

    @Test("a second owner is refused with the first one's process id, also in one process; closing lets go")
    func twoOwners() async throws {
        let folder = try TestFolder()
        let first = try await folder.open()
        let error = await #expect(throws: DatabaseError.self) { _ = try await folder.open() }
        #expect(error?.kind == .ownedByAnotherProcess)
        #expect(error?.sentence == "The database is in use by process \(getpid()).")
        await first.close()
        let second = try await folder.open()
        await second.close()
    }

    @Test("another program's file, a newer schema and a file that is no database are refused untouched")
    func refusals() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        await database.close()
        let before = try folder.read("test.db")
        let foreign = await #expect(throws: DatabaseError.self) { _ = try await folder.open { $0.applicationID = 99 } }
        #expect(foreign?.kind == .foreignFile)
        let newer = await #expect(throws: DatabaseError.self) { _ = try await folder.open([.children]) }
        #expect(newer?.kind == .newerSchema)
        #expect(try folder.read("test.db") == before)
        let text = [UInt8](repeating: 0x41, count: 8_192)
        try folder.write(text, to: "test.db")
        let noDatabase = await #expect(throws: DatabaseError.self) { _ = try await folder.open() }
        #expect(noDatabase?.kind == .notADatabase)
        #expect(try folder.read("test.db") == text)
    }

    @Test("a folder that is missing, or a link in the file's place, is an error that names the path")
    func missing() async throws {
        let folder = try TestFolder()
        let error = await #expect(throws: DatabaseError.self) { _ = try await folder.open { $0.path += "/none/x.db" } }
        #expect(error?.kind == .cannotOpen)
        #expect(symlink(folder.path + "/other", folder.file) == 0)
        let link = await #expect(throws: DatabaseError.self) { _ = try await folder.open() }
        #expect(link?.kind == .cannotOpen)
    }

    @Test("after close every call says closed")
    func closed() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        await database.close()
        let error = await #expect(throws: DatabaseError.self) {
            try await database.read { try $0.first(ChildTable.count) }
        }
        #expect(error?.kind == .closed)
    }
}
