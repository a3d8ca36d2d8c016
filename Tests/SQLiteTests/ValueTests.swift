import SQLite
import Testing

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
        "exact decimals convert to minor units or refuse",
        arguments: [
            ("12.10", 1210), ("-0.07", -7), ("0", 0), ("99999999999.99", 9_999_999_999_999), ("1.000", 100),
            ("1.005", nil),
            ("92233720368547758.07", .max), ("-92233720368547758.08", .min), ("92233720368547758.08", nil),
        ] as [(String, Int64?)])
    func decimals(text: String, expected: Int64?) throws {
        #expect(try #require(ExactDecimal(rawValue: text)).minorUnits(scale: 2)?.rawValue == expected)
    }

    @Test(
        "ill-formed decimals are refused",
        arguments: ["", "-", "+1", "01", "1.", ".5", "1e3", "1,0", "NaN", "1.2.3", " 1", "--1"])
    func illFormed(text: String) { #expect(ExactDecimal(rawValue: text) == nil) }
}
