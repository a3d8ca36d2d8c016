import CStoreBaseline
import Glibc
import Measuring
import SQLite

/// Rounds of the same work in C and Swift, in turns.
struct StoreBench: Sendable {
    private let rounds: Int
    private let folder: String

    init(rounds: Int) throws {
        self.rounds = rounds
        let parent = getenv("STORE_BENCH_FOLDER").map { String(cString: $0) } ?? "/var/tmp"
        folder = "\(parent)/store-bench-\(getpid())"
        guard mkdir(folder, 0o700) == 0 else {
            throw DatabaseError(.cannotOpen, "bench", "\(folder): \(String(cString: strerror(errno)))")
        }
    }

    func removeFiles() {
        for name in ["c", "swift"] { _ = fresh(name) }
        rmdir(folder)
    }

    private func fresh(_ name: String) -> String {
        let path = "\(folder)/\(name).db"
        for suffix in ["", "-wal", "-shm", "-lock"] { unlink(path + suffix) }
        return path
    }

    private func open(_ path: String) async throws -> Database {
        try await Database.open(
            DatabaseConfiguration(path: path, applicationID: 77), migrations: [.entries])
    }

    @concurrent
    func bulkInsert() async throws {
        let rows = 300_000
        var (c, swift): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            c.append(Double(rows) / baseline_bulk_insert(fresh("c"), Int32(rows)))
            let database = try await open(fresh("swift"))
            swift.append(
                Double(rows)
                    / (try await seconds {
                        try await database.write { transaction in
                            for number in 0..<rows { try transaction.run(EntryTable.insert, Entry(number)) }
                        }
                    }))
            await database.close()
        }
        report("bulk insert, one transaction", unit: "rows/s", [("C", c), ("Swift", swift)])
    }

    @concurrent
    func commits() async throws {
        let count = 2_000
        var (c, swift): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            c.append(Double(count) / baseline_commits(fresh("c"), Int32(count)))
            let database = try await open(fresh("swift"))
            swift.append(
                Double(count)
                    / (try await seconds {
                        for number in 0..<count {
                            try await database.write { try $0.run(EntryTable.insert, Entry(number)) }
                        }
                    }))
            await database.close()
        }
        report("one commit at a time, FULL", unit: "commits/s", [("C", c), ("Swift", swift)])
    }

    @concurrent
    func groups() async throws {
        let count = 6_400
        var series: [(name: String, rates: [Double])] = [("1 writer", []), ("8 writers", []), ("64 writers", [])]
        for _ in 0..<rounds {
            for (index, writers) in [1, 8, 64].enumerated() {
                let database = try await open(fresh("swift"))
                let took = try await seconds { try await storm(database, count, writers) }
                await database.close()
                series[index].rates.append(Double(count) / took)
            }
        }
        report("group commit, FULL", unit: "commits/s", series)
    }

    private func storm(_ database: Database, _ count: Int, _ writers: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    for number in stride(from: writer, to: count, by: writers) {
                        try await database.write { try $0.run(EntryTable.insert, Entry(number)) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @concurrent
    func pointReads() async throws {
        let rows = 1_000_000
        let reads = 200_000
        let path = fresh("c")
        guard baseline_bulk_insert(path, Int32(rows)) > 0 else {
            throw DatabaseError(.other, "bench", "the file for the reads was not made")
        }
        var (c, inside, awaited): ([Double], [Double], [Double]) = ([], [], [])
        let database = try await filled(rows)
        for _ in 0..<rounds {
            c.append(Double(reads) / baseline_point_reads(path, Int32(reads), Int32(rows)))
            inside.append(
                Double(reads)
                    / (try await seconds {
                        try await database.read { snapshot in
                            for number in 0..<reads {
                                _ = try snapshot.first(
                                    EntryTable.byID, Entry.ID(rawValue: Int64(number * 7_919 % rows)))
                            }
                        }
                    }))
            awaited.append(
                10_000
                    / (try await seconds {
                        for number in 0..<10_000 {
                            let id = Entry.ID(rawValue: Int64(number * 7_919 % rows))
                            _ = try await database.read { try $0.first(EntryTable.byID, id) }
                        }
                    }))
        }
        await database.close()
        report(
            "point reads among \(rows) rows", unit: "reads/s",
            [("C", c), ("Swift in one closure", inside), ("Swift, await each", awaited)])
    }

    /// The same rows in a file of the module's own: it refuses one that somebody else made.
    private func filled(_ rows: Int) async throws -> Database {
        let database = try await open(fresh("swift"))
        try await database.write { transaction in
            for number in 0..<rows { try transaction.run(EntryTable.insert, Entry(number)) }
        }
        return database
    }
}
