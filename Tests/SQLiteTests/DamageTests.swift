import Foundation
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
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        // All pages after the first ten: whichever of them a scan needs, it is damaged.
        bytes.replaceSubrange(40_960..., with: Data(repeating: 0x5a, count: bytes.count - 40_960))
        try bytes.write(to: URL(fileURLWithPath: folder.file))
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
        try FileManager.default.copyItem(atPath: folder.file, toPath: copy.file)
        let log = try Data(contentsOf: URL(fileURLWithPath: folder.file + "-wal"))
        #expect(log.count > 100_001)
        try log.prefix(length).write(to: URL(fileURLWithPath: copy.file + "-wal"))
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
        try FileManager.default.copyItem(atPath: folder.file, toPath: copy.file)
        var log = try Data(contentsOf: URL(fileURLWithPath: folder.file + "-wal"))
        log[log.count / 2] ^= 1
        try log.write(to: URL(fileURLWithPath: copy.file + "-wal"))
        let reopened = try await copy.open()
        let found = try await reopened.read { try $0.all(ChildTable.all) }.map(\.number).filter { $0 >= 100 }
        #expect(found.count > 5 && found.count < 40)
        #expect(found == Array((100..<140).prefix(found.count)))
        await reopened.close()
        await database.close()
    }

    /// Needs a small file system of its own: `mount -t tmpfs -o size=2m tmpfs DIR` and SMALL_VOLUME=DIR.
    @Test(
        "a full disk fails writes as full, serves reads, and writes again once there is room",
        .enabled(if: ProcessInfo.processInfo.environment["SMALL_VOLUME"] != nil))
    func fullDisk() async throws {
        let volume = ProcessInfo.processInfo.environment["SMALL_VOLUME"] ?? ""
        let configuration = DatabaseConfiguration(path: volume + "/full.db", applicationID: 0x504b_4254)
        let database = try await Database.open(configuration, migrations: [.children, .gifts])
        let ballast = volume + "/ballast"
        try Data(repeating: 1, count: 600 << 10).write(to: URL(fileURLWithPath: ballast))
        var written = 0
        var failure: DatabaseError?
        while failure == nil && written < 10_000 {
            do {
                let number = written
                try await database.write {
                    try $0.run(ChildTable.insert, .sample(number, note: String(repeating: "x", count: 2_000)))
                }
                written += 1
            } catch { failure = error as? DatabaseError }
        }
        #expect(failure?.kind == .full)
        #expect(failure?.isRetryable == true)
        for _ in 0..<5 {
            #expect(try await database.read { try $0.first(ChildTable.count) } == written)
            await #expect(throws: DatabaseError.self) {
                try await database.write {
                    try $0.run(ChildTable.insert, .sample(-1, note: String(repeating: "x", count: 9_000)))
                }
            }
        }
        try FileManager.default.removeItem(atPath: ballast)
        try await database.write { try $0.run(ChildTable.insert, .sample(-1)) }
        #expect(try await database.read { try $0.first(ChildTable.count) } == written + 1)
        #expect(try await database.checkEverything() == [])
        await database.close()
    }
}
