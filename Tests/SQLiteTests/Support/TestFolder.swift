import Glibc
import SQLite
import Testing

/// A folder of its own for each test, removed at the end.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/sqlite-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!).map { String(cString: $0) } }
        path = try #require(made)
    }

    deinit { Self.remove(path) }

    var file: String { path + "/test.db" }
    var configuration: DatabaseConfiguration { DatabaseConfiguration(path: file, applicationID: 0x504b_4254) }

    func open(
        _ migrations: [Migration] = [.children, .gifts], change: (inout DatabaseConfiguration) -> Void = { _ in }
    ) async throws -> Database {
        var configuration = configuration
        change(&configuration)
        return try await Database.open(configuration, migrations: migrations)
    }

    func mode(_ name: String) throws -> Int { Int(try status(name).st_mode & 0o777) }
    func size(_ name: String) throws -> Int { try status(name).st_size }
    func holds(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

    private func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(lstat(path + "/" + name, &status) == 0, "\(name)")
        return status
    }

    func read(_ name: String) throws -> [UInt8] {
        let file = try #require(fopen(path + "/" + name, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: try size(name))
        try #require(fread(&bytes, 1, bytes.count, file) == bytes.count)
        return bytes
    }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        let bytes = Array(bytes)
        let file = try #require(fopen(path + "/" + name, "w"))
        let written = fwrite(bytes, 1, bytes.count, file)
        try #require(fclose(file) == 0 && written == bytes.count)
    }

    /// Files and empty folders in it; nothing here nests deeper.
    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { _ = Glibc.remove(path + "/" + name) }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}
