import Foundation
import SQLite
import Testing

@Suite("Opening")
struct OpeningTests {
    @Test("file, log, shared memory and lock are private, whatever the old mode")
    func modes() async throws {
        let folder = try TestFolder()
        #expect(
            FileManager.default.createFile(atPath: folder.file, contents: nil, attributes: [.posixPermissions: 0o666]))
        let database = try await folder.open()
        try await database.write { try $0.run(ChildTable.insert, .sample(1)) }
        for suffix in ["", "-wal", "-shm", "-lock"] {
            #expect(try folder.mode("test.db" + suffix) == 0o600, "\(suffix)")
        }
        #expect(database.warnings.isEmpty)
        await database.close()
        #expect(!FileManager.default.fileExists(atPath: folder.file + "-wal"))
    }

    @Test("a second owner is refused with the first one's process id, also in one process; closing lets go")
    func twoOwners() async throws {
        let folder = try TestFolder()
        let first = try await folder.open()
        let error = await #expect(throws: DatabaseError.self) { _ = try await folder.open() }
        #expect(error?.kind == .ownedByAnotherProcess)
        #expect(error?.message.contains("\(ProcessInfo.processInfo.processIdentifier)") == true)
        await first.close()
        let second = try await folder.open()
        await second.close()
    }

    @Test("another program's file, a newer schema and a file that is no database are refused untouched")
    func refusals() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        await database.close()
        let before = FileManager.default.contents(atPath: folder.file)
        let foreign = await #expect(throws: DatabaseError.self) { _ = try await folder.open { $0.applicationID = 99 } }
        #expect(foreign?.kind == .foreignFile)
        let newer = await #expect(throws: DatabaseError.self) { _ = try await folder.open([.children]) }
        #expect(newer?.kind == .newerSchema)
        #expect(FileManager.default.contents(atPath: folder.file) == before)
        let text = Data(repeating: 0x41, count: 8_192)
        try text.write(to: URL(fileURLWithPath: folder.file))
        let noDatabase = await #expect(throws: DatabaseError.self) { _ = try await folder.open() }
        #expect(noDatabase?.kind == .notADatabase)
        #expect(FileManager.default.contents(atPath: folder.file) == text)
    }

    @Test("a folder that is missing, or a link in the file's place, is an error that names the path")
    func missing() async throws {
        let folder = try TestFolder()
        let error = await #expect(throws: DatabaseError.self) { _ = try await folder.open { $0.path += "/none/x.db" } }
        #expect(error?.kind == .cannotOpen)
        try FileManager.default.createSymbolicLink(atPath: folder.file, withDestinationPath: folder.path + "/other")
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
