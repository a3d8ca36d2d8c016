import Glibc
import Values

/// The copy that is made of a file before its schema is changed, and checked before anything is: `FILE-before-N`, where N is the first
/// step that the file has not had.
package struct MigrationCopy {
    /// The operation of the errors of a copy that could not be made. Nothing was changed then.
    package static let operation = "copy before the update"
    /// What has to be left on the disk besides, in bytes: the steps themselves need some.
    private static let reserve = 1 << 20

    private let connection: DatabaseConnection
    private let path: String

    init(of connection: DatabaseConnection, at path: String) {
        self.connection = connection
        self.path = path
    }

    /// - Throws: kind `corrupt` for a file that is damaged, whose copy is as bad; else one of the medium, with ``operation``.
    func make(before step: Int, progress: (_ copied: Int, _ total: Int) throws -> Void) throws {
        do {
            try requireRoom()
            try Backup.copy(
                connection, to: "\(path)-before-\(step)", check: { try Self.verify(DatabaseFile($0), step - 1) },
                progress: progress)
        } catch let error as DatabaseError where error.kind != .corrupt && error.kind != .notADatabase {
            throw DatabaseError(error.kind, Self.operation, error.message, extendedCode: error.extendedCode)
        }
    }

    private func requireRoom() throws {
        let pages = Int(try connection.pragma("page_count") ?? "") ?? 0
        let needed = pages * (Int(try connection.pragma("page_size") ?? "") ?? 0) + Self.reserve
        var status = statvfs()
        guard unsafe statvfs(FileSystem.folder(of: path), &status) == 0 else { return }
        let room = Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
        guard room < needed else { return }
        throw DatabaseError(
            .full, Self.operation, "it takes \(Self.megabytes(needed)) MB, and \(Self.megabytes(room)) MB are free")
    }

    /// A copy that cannot be used would be no way back.
    private static func verify(_ copy: DatabaseFile, _ version: Int) throws {
        let found = try copy.describe().version
        guard found == version else {
            throw DatabaseError(.other, operation, "the copy has schema \(found), and not \(version)")
        }
        if let finding = try copy.damage() {
            throw DatabaseError(.corrupt, operation, finding)
        }
    }

    private static func megabytes(_ bytes: Int) -> Int { (bytes + 999_999) / 1_000_000 }
}
