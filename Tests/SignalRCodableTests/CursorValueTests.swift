import FoundationEssentials
import JSON
import SignalRServer
import Testing

@testable import SignalRCodable

/// Foundation's values, read by hand.
@Suite(.timeLimit(.minutes(1))) struct CursorValueTests {
    private func read<Value>(_ text: String, _ read: HubReader<Value>) throws(JSONError) -> Value {
        let bytes = Array(text.utf8)
        var cursor = JSONCursor()
        let value = try read(bytes.span, &cursor)
        try cursor.expectEnd(bytes.span)
        return value
    }

    @Test("a UUID is the one that Foundation reads, and nothing else is one")
    func uuids() throws {
        for _ in 0..<100 {
            let id = UUID()
            for text in [id.uuidString, id.uuidString.lowercased()] {
                let value = try read(" \"\(text)\" ") { bytes, cursor throws(JSONError) in try cursor.uuid(bytes) }
                #expect(value == id)
            }
        }
        for text in [
            "", "\"\"", "1", "null", "\"\(UUID().uuidString.dropLast())\"", "\"\(UUID().uuidString)0\"",
            "\"\(UUID().uuidString)",
        ] {
            #expect(throws: JSONError.self, "\(text)") {
                try read(text) { bytes, cursor throws(JSONError) in try cursor.uuid(bytes) }
            }
        }
    }

    @Test("a decimal keeps every digit, or is refused")
    func decimals() throws {
        for text in [
            "0", "-0", "25.50", "-1.5e3", "1e-100", "18446744073709551615", "18446744073709551616",
            "-0.1234567890123456789",
            "99999999999999999999999999999999999999",
        ] {
            let value = try read(" \(text)") { bytes, cursor throws(JSONError) in try cursor.decimal(bytes) }
            #expect(value == Decimal(string: text), "\(text)")
        }
        for text in ["", "\"1\"", "null", "01", "1.", "0.123456789012345678901234567890123456789", "1e400"] {
            #expect(throws: JSONError.self, "\(text)") {
                try read(text) { bytes, cursor throws(JSONError) in try cursor.decimal(bytes) }
            }
        }
    }

    @Test("a moment is read as handlers read it")
    func dates() throws {
        for text in ["2026-03-14T15:09:26.5358979Z", "2026-03-14T17:09:26+02:00", "2026-03-14T15:09:26"] {
            let value = try read("\"\(text)\"") { bytes, cursor throws(JSONError) in try cursor.date(bytes) }
            let bytes = Array(text.utf8)
            #expect(value == Date(moment: bytes.span, bytes.indices))
        }
        for text in ["1", "null", "\"\"", "\"yesterday\"", "\"2026-03-14T15\\u003a09:26Z\""] {
            #expect(throws: JSONError.self, "\(text)") {
                try read(text) { bytes, cursor throws(JSONError) in try cursor.date(bytes) }
            }
        }
    }

    private static let payment: HubReader<(UUID, Decimal)> = { bytes, cursor throws(JSONError) in
        try cursor.expect(UInt8(ascii: "["), bytes)
        let id = try cursor.uuid(bytes)
        try cursor.expect(UInt8(ascii: ","), bytes)
        let amount = try cursor.decimal(bytes)
        try cursor.expect(UInt8(ascii: "]"), bytes)
        return (id, amount)
    }

    @Test("a reader's values reach handlers, sequences and the service thread; what does not fit is counted")
    func forms() async throws {
        let hub = Hub()
        let id = UUID()
        try await withCodableHub(hub) { connection in
            let (handled, direct) = (Collected<Decimal>(), Collected<Decimal>())
            connection.on("Paid", reading: Self.payment) { handled.add($0.1) }
            connection.onServiceThread("Paid", reading: Self.payment) { direct.add($0.1) }
            var sequence = connection.invocations(of: "Paid", reading: Self.payment).makeAsyncIterator()
            hub.send("Paid", [JSONFragment("nobody"), JSONFragment(1)])
            hub.send("Paid", [JSONFragment(id.uuidString), try JSONFragment(parsing: "12.50")])
            #expect(try await handled.waitFor(1) == [Decimal(string: "12.5")!])
            #expect(try await direct.waitFor(1) == [Decimal(string: "12.5")!])
            #expect(await sequence.next()?.0 == id)
            #expect(connection.refusedInvocations == 3)
        }
    }
}
