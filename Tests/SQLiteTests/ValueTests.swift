import SQLite
import Testing
import Values

@Suite("Values")
struct ValueTests {
    static let echoText = Query<String?, String?>("echo", "SELECT ?1")
    static let echoBlob = Query<[UInt8]?, [UInt8]?>("echo", "SELECT ?1 ")
    static let echoInteger = Query<Int64?, Int64?>("echo", "SELECT ?1  ")

    @Test(
        "come back as they were bound",
        arguments: ["", "a", "naïve 🌰", "a\0b", String(repeating: "x", count: 70_000), nil])
    func text(value: String?) async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let found = try await database.read { try $0.first(Self.echoText, value) }
        #expect(found == .some(value))
        await database.close()
    }

    @Test("bytes and integers keep their edges; an empty blob is not NULL")
    func bytesAndIntegers() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        for blob: [UInt8]? in [[], [0], [UInt8](repeating: 7, count: 5_000), nil] {
            let found = try await database.read { try $0.first(Self.echoBlob, blob) }
            #expect(found == .some(blob))
        }
        for integer: Int64? in [.min, -1, 0, .max, nil] {
            let found = try await database.read { try $0.first(Self.echoInteger, integer) }
            #expect(found == .some(integer))
        }
        await database.close()
    }

    @Test("a wrong storage class, NULL, bad UTF-8, a wrong Bool and a missing column are errors without the value")
    func mismatches() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let text = Query<Int64>("q.text", "SELECT 'secret' AS c")
        let null = Query<Int64>("q.null", "SELECT NULL AS c")
        let damaged = Query<String>("q.utf8", "SELECT CAST(x'ff41' AS TEXT) AS c")
        let two = Query<Bool>("q.bool", "SELECT 2 AS c")
        let missing = Query<Child>("q.missing", "SELECT 'a' AS id")
        func message(_ read: @escaping @Sendable (borrowing Snapshot) throws -> Void) async -> String {
            do { try await database.read { try read($0) } } catch { return "\(error)" }
            return "none"
        }
        #expect(
            await message { _ = try $0.all(text) } == "q.text: decoding: column 0 'c': expected INTEGER, found TEXT")
        #expect(
            await message { _ = try $0.all(null) } == "q.null: decoding: column 0 'c': expected INTEGER, found NULL")
        #expect(await message { _ = try $0.all(damaged) } == "q.utf8: decoding: column 0 'c': not UTF-8, found TEXT")
        #expect(
            await message { _ = try $0.all(two) } == "q.bool: decoding: column 0 'c': neither 0 nor 1, found INTEGER")
        #expect(await message { _ = try $0.all(missing) } == "q.missing: decoding: no column 1; the result has 1")
        await database.close()
    }

    @Test(
        "a decimal is TEXT and keeps its digits",
        arguments: [
            "0", "-0.50", "12.10", "0.07", "-1", "10", "1000.00", "999999999999999999", "-99999999999999.999",
            "99999999999999999999.999999", "0.00000000000000000000000000000000000001",
            "-99999999999999999999999999999999999999",
        ])
    func decimals(text: String) async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let number = try #require(Decimal(text))
        let echo = Query<Decimal, Decimal>("echo", "SELECT ?1   ")
        let kept = Query<String, Decimal>("kept", "SELECT typeof(?1) || ' ' || ?1")
        let found = try await database.read { (try $0.first(echo, number), try $0.first(kept, number)) }
        #expect(found.0?.description == text)
        #expect(found.1 == "text \(text)")
        await database.close()
    }

    @Test(
        "text that is no decimal is an error without the text",
        arguments: [
            "''", "'-'", "'.5'", "'5.'", "'01'", "'-01.5'", "'+1'", "'1.2.3'", "'--1'", "'1٢'", "'1e3'", "'1,0'",
            "' 1'", "'NaN'", "1", "0.5",
        ])
    func notDecimal(sql: String) async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let parse = Query<Decimal, String>("q.decimal", "SELECT value FROM json_each(?1)")
        let json = "[\(sql.replacing("'", with: "\""))]"
        let error = await #expect(throws: DatabaseError.self) { try await database.read { try $0.all(parse, json) } }
        #expect(error?.kind == .decoding)
        await database.close()
    }

    @Test("a moment is INTEGER microseconds, cut below that, also before 1970")
    func moments() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        let echo = Query<Timestamp, Timestamp>("echo", "SELECT ?1    ")
        let kept = Query<Int64, Timestamp>("kept", "SELECT ?1     ")
        for (moment, microseconds) in [
            (Timestamp(seconds: 0), 0),
            (Timestamp(seconds: 1_700_000_000, nanoseconds: 123_456_789), 1_700_000_000_123_456),
            (Timestamp(seconds: -1, nanoseconds: 999_999_000), -1),
        ] as [(Timestamp, Int64)] {
            let found = try await database.read { (try $0.first(echo, moment), try $0.first(kept, moment)) }
            #expect(found.0 == Timestamp(microseconds: microseconds))
            #expect(found.1 == microseconds)
        }
        await database.close()
    }
}
