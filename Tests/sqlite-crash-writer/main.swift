import Glibc
import SQLite

// The process that the crash tests kill: eight writers storm the database, and each number is printed only
// after its transaction was acknowledged. Arguments: the file, and the first number to write.

enum LedgerTable {
    static let insert = Update<Int>("ledger.insert", "INSERT INTO ledger VALUES (?1, hex(randomblob(100)))")
    static let mark = Update<Int>("ledger.mark", "INSERT INTO mark VALUES (?1)")
}

let ledger = Migration(
    "ledger",
    """
    CREATE TABLE ledger (n INTEGER PRIMARY KEY, filler TEXT NOT NULL) STRICT;
    CREATE TABLE mark (n INTEGER PRIMARY KEY REFERENCES ledger) STRICT;
    """)

let path = CommandLine.arguments[1]
let first = Int(CommandLine.arguments[2]) ?? 0
let database: Database
do {
    database = try await Database.open(
        DatabaseConfiguration(path: path, applicationID: 0x504b_4254), migrations: [ledger])
} catch let error as DatabaseError {
    print(error.kind.rawValue, error.sentence)
    exit(75)
}
// Ends by itself, should nobody kill it.
alarm(20)

await withTaskGroup(of: Void.self) { group in
    for writer in 0..<8 {
        group.addTask {
            for number in stride(from: first + writer, to: first + 1_000_000, by: 8) {
                do {
                    try await database.write { transaction in
                        try transaction.run(LedgerTable.insert, number)
                        try transaction.run(LedgerTable.mark, number)
                    }
                } catch { exit(3) }
                // One write(2) of a short line to a pipe is atomic, and survives the death of the writer.
                let line = "\(number)\n"
                if write(STDOUT_FILENO, line, line.utf8.count) < 0 { exit(4) }
            }
        }
    }
}
