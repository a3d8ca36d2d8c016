import Glibc
import SQLite

/// What a store says about who wrote it, for programs that are older: a program reads and writes the schemas that it knows, and no
/// later one.
///
/// A schema's number is how many migrations it has had. In `meta` by the names below; a store of before has none of it.
struct StoreStamp: Sendable, Equatable {
    /// How far the schema has come.
    let schema: Int
    /// The version of the program that opened it last.
    let program: String

    /// Of a store that this program keeps.
    ///
    /// - Parameter program: its version; empty if nobody says.
    init(program: String) {
        schema = Migration.all.count
        self.program = program
    }

    /// What is noted; `nil` where nothing is, or only a part of it.
    init?(_ reading: borrowing some Reading & ~Copyable) throws {
        guard let schema = try reading.meta(Self.schemaName).flatMap({ Int($0) }),
            let program = try reading.meta(Self.programName)
        else { return nil }
        (self.schema, self.program) = (schema, program)
    }

    private static let schemaName = "store.schema"
    private static let programName = "store.program"

    /// Writes it down, unless it is there already.
    func note(in transaction: borrowing WriteTransaction) throws {
        guard try StoreStamp(transaction) != self else { return }
        try transaction.setMeta(Self.schemaName, to: String(schema))
        try transaction.setMeta(Self.programName, to: program)
    }
}

extension StoreStamp {
    /// Refuses files that a newer program has written, without a trace in them or beside them: an older one would not keep what it
    /// does not know.
    ///
    /// - Parameter path: of a file that nobody has open; one that is missing, or whose head cannot be read, passes.
    /// - Throws: kind `newerVersion`, with the version that can read it if the store says it.
    static func refuseNewer(_ path: String, than program: String) throws(StoreError) {
        guard unsafe access(path, F_OK) == 0 else { return }
        let file = DatabaseFile(path)
        guard let head = try? file.describe(), head.applicationID == StoreMark.applicationID,
            head.version > Migration.all.count
        else { return }
        let stamp = try? file.read { snapshot in try StoreStamp(snapshot) }
        // One that was brought up to date, and whose program ended before it said so, has an older one's.
        let writer = stamp.flatMap { $0.schema == head.version && !$0.program.isEmpty ? $0.program : nil }
        let own = program.isEmpty ? "this one" : "this one, \(program),"
        let who = writer.map { "PocketBell \($0)" } ?? "A newer version of this program"
        let needed = writer.map { "PocketBell \($0) or newer" } ?? "that version"
        throw StoreError(
            .newerVersion,
            "\(path): \(who) has written the database, in schema \(head.version): \(own) knows up to \(Migration.all.count).",
            nextStep:
                "Nothing was changed. Install \(needed) again, or take along what is not on the server yet: pocketbell pending export FILE"
        )
    }
}
