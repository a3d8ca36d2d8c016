import Foundation
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
    static let rounds = Int(ProcessInfo.processInfo.environment["CRASH_ROUNDS"] ?? "") ?? 20

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
        let (process, _) = try launch(folder.file, first: 0, quiet: true)
        process.waitUntilExit()
        #expect(process.terminationStatus != 0)
        await database.close()
    }

    /// Lets the writer run for up to 60 ms after its first answer, kills it, and returns what it had acknowledged.
    private func storm(_ path: String, first: Int) async throws -> [Int] {
        let (process, output) = try launch(path, first: first)
        let start = output.fileHandleForReading.availableData
        usleep(UInt32.random(in: 0...60_000))
        kill(process.processIdentifier, SIGKILL)
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: start + rest, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
    }

    private func launch(_ path: String, first: Int, quiet: Bool = false) throws -> (Process, Pipe) {
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let process = Process()
        let output = Pipe()
        process.executableURL = products.appendingPathComponent("sqlite-crash-writer")
        process.arguments = [path, "\(first)"]
        process.standardOutput = output
        if quiet { process.standardError = FileHandle.nullDevice }
        try process.run()
        return (process, output)
    }
}
