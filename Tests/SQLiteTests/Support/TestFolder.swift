import Foundation
import SQLite

/// A folder of its own for each test, removed at the end.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/sqlite-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/test.db" }
    var configuration: DatabaseConfiguration { DatabaseConfiguration(path: file, applicationID: 0x504b_4254) }

    func open(
        _ migrations: [Migration] = [.children, .gifts], change: (inout DatabaseConfiguration) -> Void = { _ in }
    )
        async throws
        -> Database
    {
        var configuration = configuration
        change(&configuration)
        return try await Database.open(configuration, migrations: migrations)
    }

    func mode(_ name: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int ?? -1
    }

    func size(_ name: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.size] as? Int ?? -1
    }
}
