import Store
import Testing
import Values

@Suite("Purging records")
struct RecordPurgeTests {
    private static let day = 86_400

    @Test("what was said 90 days ago goes, and what is gone so long; what somebody sees stays, however old")
    func age() async throws {
        let bench = try await RecordBench()
        try await bench.read([bench.row("seen"), bench.row("gone")])
        try await bench.read([bench.row("seen", content: #"{"name":"x"}"#, at: 10)], at: 10)
        try await bench.read([bench.row("seen", content: #"{"name":"x"}"#)], at: 310)
        let last = bench.moment(310 + 90 * Self.day)
        // To the second: first what was said before, then what is gone.
        #expect(try await bench.store.purge(now: bench.moment(10 + 90 * Self.day)) == 0)
        #expect(try await bench.store.purge(now: last) == 1)
        #expect(try await bench.revisions("seen") == [])
        #expect(try await bench.stored("gone")?.isGone == true)
        #expect(try await bench.store.purge(now: last.advanced(by: .seconds(1))) == 2)
        #expect(try await bench.stored("gone") == nil)
        #expect(try await bench.stored("seen")?.revision == 2)
        #expect(try await bench.ids() == ["seen"])
        #expect(try await bench.store.purge(now: bench.moment(10_000 * Self.day)) == 0)
        await bench.store.close()
    }

    @Test("step by step, with another age than that of the rest")
    func steps() async throws {
        let bench = try await RecordBench()
        let rows = (0..<25).map { bench.row("r\($0)", rank: $0 + 1) }
        try await bench.read(rows)
        try await bench.read([])
        #expect(try await bench.read([], at: 300).count == 25)
        var limits = StoreLimits()
        (limits.step, limits.recordAge, limits.age) = (4, .seconds(60), .seconds(10_000 * Int64(Self.day)))
        #expect(try await bench.store.purge(keeping: limits, now: bench.moment(361)) == 50)
        #expect(try await bench.stored("r7") == nil)
        await bench.store.close()
    }

    @Test("one that is gone and whose revisions are not all gone yet stays: it is what they hang on")
    func referenced() async throws {
        let bench = try await RecordBench()
        try await bench.read([bench.row("a")])
        try await bench.read([])
        try await bench.read([], at: 300)
        let raw = try RawDatabase(bench.folder.file)
        try raw.execute("UPDATE record_revision SET until = 9e18")
        #expect(try await bench.store.purge(now: bench.moment(400 * Self.day)) == 0)
        #expect(try await bench.stored("a")?.isGone == true)
        await bench.store.close()
    }
}
