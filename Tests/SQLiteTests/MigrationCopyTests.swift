import Glibc
import Runtime
import SQLite
import Testing

@testable import SQLite

/// What is changed for good is copied first, and the copy is looked at: there is a way back, or nothing is changed.
@Suite("Copies before migrations")
struct MigrationCopyTests {
    /// Every step that a file of the schema before can be interrupted in.
    private static let toys = Migration(
        "toys",
        """
        CREATE TABLE toy (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT; INSERT INTO toy (name) VALUES ('kite');
        CREATE INDEX toy_by_name ON toy (name); UPDATE child SET name = name || '!';
        """)

    private func old(_ folder: TestFolder) async throws {
        let database = try await folder.open([.children])
        for number in 1...20 { try await database.write { try $0.run(ChildTable.insert, .sample(number)) } }
        await database.close()
    }

    /// What the folder holds, as a kill at this moment leaves it.
    private static func files(_ folder: TestFolder) -> [String: [UInt8]] {
        let names = ["test.db", "test.db-wal", "test.db-before-2", "test.db-before-2.partial"].filter(folder.holds)
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in (try? folder.read(name)).map { (name, $0) } })
    }

    @Test("killed before any statement, and while the copy is made, the file is the old one or the new one, whole")
    func killed() async throws {
        let folder = try TestFolder()
        try await old(folder)
        let moments = Lock<[[String: [UInt8]]]>([])
        let database = try await Database.open(folder.configuration, migrations: [.children, .gifts, Self.toys]) { _ in
            moments.withLock { $0.append(Self.files(folder)) }
        }
        moments.withLock { $0.append(Self.files(folder)) }
        await database.close()
        let images = moments.withLock { $0 }
        #expect(images.count >= 7 && images[0]["test.db-before-2"] == nil)
        for (number, image) in images.enumerated() {
            let killed = try TestFolder()
            for (name, bytes) in image { try killed.write(bytes, to: name) }
            // The copy has its name only once it is whole.
            if image["test.db-before-2"] != nil {
                let copy = try await killed.open([.children]) { $0.path += "-before-2" }
                #expect(try await copy.read { try $0.first(ChildTable.count) } == 20, "moment \(number)")
                await copy.close()
            }
            let version = try DatabaseFile(killed.file).describe().version
            #expect((1...3).contains(version) && (version == 1 || image["test.db-before-2"] != nil))
            let again = try await killed.open([.children, .gifts, Self.toys])
            #expect(try await again.read { try $0.first(ChildTable.count) } == 20, "moment \(number)")
            #expect(try await again.checkEverything() == [])
            await again.close()
        }
    }

    @Test("where no copy can be made, nothing is changed, and it is said; without a copy only where that is wanted")
    func impossible() async throws {
        let folder = try TestFolder()
        try await old(folder)
        // Something that cannot give way lies where the copy is made.
        mkdir(folder.path + "/test.db-before-2.partial", 0o700)
        let before = try folder.read("test.db")
        let error = await #expect(throws: DatabaseError.self) { _ = try await folder.open() }
        #expect(error?.operation == MigrationCopy.operation && error?.kind != .corrupt)
        #expect(try folder.read("test.db") == before)
        let same = try await folder.open([.children])
        await same.close()
        let forced = try await folder.open { $0.copiesBeforeMigrating = false }
        #expect(try await forced.read { try $0.first(ChildTable.count) } == 20)
        await forced.close()
        #expect(!folder.holds("test.db-before-2"))
    }

    @Test("the copy of a file that is damaged inside is no copy: it is told as damage, and nothing is changed")
    func damaged() async throws {
        let folder = try TestFolder()
        let database = try await folder.open([.children])
        for number in 1...2_000 { try await database.write { try $0.run(ChildTable.insert, .sample(number)) } }
        await database.close()
        var bytes = try folder.read("test.db")
        for index in (bytes.count - 3 * 4_096)..<(bytes.count - 4_096) { bytes[index] = 0xEE }
        try folder.write(bytes, to: "test.db")
        let error = await #expect(throws: DatabaseError.self) { _ = try await folder.open() }
        #expect(error?.kind == .corrupt)
        #expect(try DatabaseFile(folder.file).describe().version == 1)
        #expect(!folder.holds("test.db-before-2") && !folder.holds("test.db-before-2.partial"))
    }
}
