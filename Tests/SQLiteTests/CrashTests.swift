import Glibc
import SQLite
import Testing

/// What a killed process leaves: the kernel keeps what was written, so this proves the order of things in the
/// log and in our answers, and says nothing about a power cut.
@Suite("Crashes")
struct CrashTests {
    static let ledger = Query<Int>("ledger.all", "SELECT n FROM ledger ORDER BY n")
    static let halves = Query<Int>(
        "ledger.halves", "SELECT count(*) FROM ledger FULL JOIN mark USING (n) WHERE ledger.n IS NULL OR mark.n IS NULL"
    )
    static let migration = Migration(
        "ledger",
        """
        CREATE TABLE ledger (n INTEGER PRIMARY KEY, filler TEXT NOT NULL) STRICT;
        CREATE TABLE mark (n INTEGER PRIMARY KEY REFERENCES ledger) STRICT;
        """)

    /// How often to kill; more on the machine that has the time.
    static let rounds = getenv("CRASH_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 20

    @Test("after each kill -9 the file is sound, and everything acknowledged is there, whole", .timeLimit(.minutes(5)))
    func killed() async throws {
        let folder = try TestFolder()
        var acknowledged: Set<Int> = []
        for round in 0..<Self.rounds {
            acknowledged.formUnion(try await storm(folder.file, first: round * 1_000_000))
            let database = try await folder.open([Self.migration])
            let found = Set(try await database.read { try $0.all(Self.ledger) })
            #expect(acknowledged.subtracting(found).isEmpty, "round \(round)")
            #expect(try await database.read { try $0.first(Self.halves) } == 0)
            if round % 10 == 9 || round == Self.rounds - 1 { #expect(try await database.checkEverything() == []) }
            await database.close()
        }
        #expect(!acknowledged.isEmpty)
        print("\(acknowledged.count) acknowledged transactions, \(Self.rounds) kills, none lost")
    }

    @Test("a second process is refused while the first one holds the file")
    func secondProcess() async throws {
        let folder = try TestFolder()
        let database = try await folder.open([Self.migration])
        let other = try ChildProcess("sqlite-crash-writer", [folder.file, "0"], isQuiet: true)
        let (output, status) = other.finish()
        #expect(output == "ownedByAnotherProcess The database is in use by process \(getpid()).\n")
        #expect(status == 75)
        await database.close()
    }

    /// Lets the writer run for up to 60 ms after its first answer, kills it, and returns what it had acknowledged.
    private func storm(_ path: String, first: Int) async throws -> [Int] {
        let writer = try ChildProcess("sqlite-crash-writer", [path, "\(first)"])
        let start = writer.read()
        // Not a wait for something: each storm kills at another moment.
        usleep(UInt32.random(in: 0...60_000))
        writer.kill()
        return (start + writer.finish().output).split(separator: "\n").compactMap { Int($0) }
    }
}
