import SQLite
import Testing

@Suite("Damage")
struct DamageTests {
    private func filled(_ folder: TestFolder, rows: Int = 2_000) async throws {
        let database = try await folder.open()
        try await database.write { transaction in
            for number in 0..<rows {
                try transaction.run(ChildTable.insert, .sample(number, note: "some text to fill the pages"))
            }
        }
        await database.close()
    }

    @Test("a page of rubbish is reported as corrupt by a read, and by the check of its table")
    func rubbishPage() async throws {
        let folder = try TestFolder()
        try await filled(folder)
        var bytes = try folder.read("test.db")
        // All pages after the first ten: whichever of them a scan needs, it is damaged.
        bytes.replaceSubrange(40_960..., with: repeatElement(0x5a, count: bytes.count - 40_960))
        try folder.write(bytes, to: "test.db")
        let database = try await folder.open()
        let error = await #expect(throws: DatabaseError.self) {
            _ = try await database.read { try $0.all(ChildTable.all) }
        }
        #expect(error?.kind == .corrupt)
        #expect(error?.operation == "child.all")
        #expect(try await !database.check(table: "child").isEmpty)
        #expect(try await database.check(table: "schema_migration") == [])
        await database.close()
    }

    @Test(
        "a log cut anywhere opens with a prefix of the commits",
        arguments: [0, 1, 31, 32, 4_000, 4_152, 20_000, 100_001])
    func cutLog(length: Int) async throws {
        let folder = try TestFolder()
        try await filled(folder, rows: 10)
        let database = try await folder.open()
        for number in 100..<140 { try await database.write { try $0.run(ChildTable.insert, .sample(number)) } }
        let copy = try TestFolder()
        try copy.write(folder.read("test.db"), to: "test.db")
        let log = try folder.read("test.db-wal")
        #expect(log.count > 100_001)
        try copy.write(log.prefix(length), to: "test.db-wal")
        let reopened = try await copy.open()
        let found = try await reopened.read { try $0.all(ChildTable.all) }.map(\.number).filter { $0 >= 100 }
        #expect(found == Array((100..<140).prefix(found.count)))
        #expect(try await reopened.checkEverything() == [])
        await reopened.close()
        await database.close()
    }

    @Test("a log flipped in one bit loses the commits from there on, and nothing before")
    func flippedLog() async throws {
        let folder = try TestFolder()
        try await filled(folder, rows: 10)
        let database = try await folder.open()
        for number in 100..<140 { try await database.write { try $0.run(ChildTable.insert, .sample(number)) } }
        let copy = try TestFolder()
        try copy.write(folder.read("test.db"), to: "test.db")
        var log = try folder.read("test.db-wal")
        log[log.count / 2] ^= 1
        try copy.write(log, to: "test.db-wal")
        let reopened = try await copy.open()
        let found = try await reopened.read { try $0.all(ChildTable.all) }.map(\.number).filter { $0 >= 100 }
        #expect(found.count > 5 && found.count < 40)
        #expect(found == Array((100..<140).prefix(found.count)))
        await reopened.close()
        await database.close()
    }
}
