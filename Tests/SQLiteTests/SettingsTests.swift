import Testing

@testable import SQLite

@Suite("Settings")
struct SettingsTests {
    @Test("hold on both kinds of connection, read back by name")
    func pragmas() throws {
        let folder = try TestFolder()
        let ownership = try FileOwnership(of: folder.file)
        try ownership.createFile()
        defer { ownership.release() }
        let writer = try DatabaseConnection(path: folder.file, role: .writer)
        try writer.setPragmas()
        let reader = try DatabaseConnection(path: folder.file, role: .reader)
        try reader.setPragmas()
        let shared = [
            "journal_mode": "wal", "foreign_keys": "1", "recursive_triggers": "1", "cell_size_check": "1",
            "temp_store": "2",
            "mmap_size": "0", "busy_timeout": "5000", "trusted_schema": "0",
        ]
        let ofWriter = [
            "synchronous": "2", "wal_autocheckpoint": "0", "query_only": "0", "journal_size_limit": "8388608",
        ]
        for connection in [writer, reader] {
            connection.isPrivileged = true
            for (name, value) in shared { #expect(try connection.pragma(name) == value, "\(name)") }
        }
        for (name, value) in ofWriter { #expect(try writer.pragma(name) == value, "\(name)") }
        #expect(try reader.pragma("query_only") == "1")
    }

    @Test("a setting that does not take is refused by name")
    func refused() throws {
        let folder = try TestFolder()
        let ownership = try FileOwnership(of: folder.file)
        try ownership.createFile()
        defer { ownership.release() }
        let connection = try DatabaseConnection(path: folder.file, role: .writer)
        let error = #expect(throws: DatabaseError.self) { try connection.set("synchronous", to: "NORMAL", reads: "2") }
        #expect(error?.description == "open: settingRefused: synchronous should be 2 but is 1")
    }

    @Test("the last reader to close leaves the log alone; the writer empties it")
    func closing() async throws {
        let folder = try TestFolder()
        let ownership = try FileOwnership(of: folder.file)
        try ownership.createFile()
        defer { ownership.release() }
        var writer: DatabaseConnection? = try DatabaseConnection(path: folder.file, role: .writer)
        try writer?.setPragmas()
        try writer?.execute("CREATE TABLE t (x INTEGER) STRICT", name: "t")
        var reader: DatabaseConnection? = try DatabaseConnection(path: folder.file, role: .reader)
        try reader?.setPragmas()
        #expect(try reader?.texts("SELECT count(*) FROM t", name: "t") == ["0"])
        let before = try folder.size("test.db")
        reader = nil
        #expect(try folder.size("test.db") == before)
        #expect(try folder.size("test.db-wal") > 0)
        writer?.emptyLog()
        #expect(try folder.size("test.db-wal") == 0)
        writer = nil
    }
}
