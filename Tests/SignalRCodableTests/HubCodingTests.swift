import FoundationEssentials
import Testing

@testable import SignalRCodable

@Suite struct HubCodingTests {
    private let coding = HubCoding.standard

    private func arguments<each Argument: Decodable>(
        _ types: repeat (each Argument).Type, of array: String
    ) throws -> (repeat each Argument) {
        let bytes = Array(array.utf8)
        return try coding.arguments(repeat each types, of: bytes.span, target: "T")
    }

    @Test(
        "decimals keep every digit both ways",
        arguments: ["0.1", "-0.07", "1.005", "99999999999.99", "9007199254740993", "12345678901234567890.123456789"])
    func decimals(_ text: String) throws {
        let value = try coding.value(Decimal.self, of: text)
        #expect(value == Decimal(string: text))
        #expect(try coding.text(of: value) == text)
    }

    @Test("whole numbers of 64 bits keep every digit both ways")
    func integers() throws {
        #expect(try coding.value(Int64.self, of: "9007199254740993") == 9_007_199_254_740_993)
        #expect(try coding.value(UInt64.self, of: "18446744073709551615") == .max)
        #expect(try coding.value(Int64.self, of: "-9223372036854775808") == .min)
        #expect(try coding.text(of: UInt64.max) == "18446744073709551615")
        #expect(throws: DecodingError.self) { try coding.value(Int64.self, of: "9223372036854775808") }
        #expect(throws: DecodingError.self) { try coding.value(Int.self, of: "1.5") }
    }

    @Test(
        "moments are read as servers write them",
        arguments: [
            ("\"2026-11-22T05:06:07Z\"", 1_795_323_967.0), ("\"2026-11-22T06:06:07.25+01:00\"", 1_795_323_967.25),
            ("\"2026-11-22T05:06:07.1234567\"", 1_795_323_967.123_456_7),
        ])
    func moments(_ json: String, _ seconds: Double) throws {
        let moment = try coding.value(Date.self, of: json)
        #expect(abs(moment.timeIntervalSince1970 - seconds) < 1e-6)
        #expect(abs(try coding.value(Date.self, of: coding.text(of: moment)).timeIntervalSince(moment)) < 1e-6)
    }

    @Test("a moment is written in ISO 8601 and UTC")
    func writesMoments() throws {
        #expect(try coding.text(of: Date(timeIntervalSince1970: 0)) == "\"1970-01-01T00:00:00Z\"")
        #expect(throws: EncodingError.self) { try coding.text(of: Date(timeIntervalSince1970: .infinity)) }
        #expect(throws: EncodingError.self) { try coding.text(of: Date(timeIntervalSince1970: 1e12)) }
        #expect(throws: DecodingError.self) { try coding.value(Date.self, of: "\"yesterday\"") }
    }

    @Test("arguments are as many as the handler takes, and of its types")
    func arguments() throws {
        let (number, text, missing) = try arguments(Int.self, String.self, Decimal?.self, of: #"[1,"a",null]"#)
        #expect(number == 1 && text == "a" && missing == nil)
        _ = try arguments(of: "[]")
    }

    @Test(
        "what does not fit is named without its value",
        arguments: [
            (#"["secret"]"#, "1 came, and it takes 2"), (#"["secret",2,3]"#, "3 came, and it takes 2"),
            (#"["secret","2"]"#, "Int wanted at [1]"), (#"["secret",null]"#, "Int wanted and null found at [1]"),
        ])
    func mismatches(_ array: String, _ reason: String) {
        let error = #expect(throws: HubMismatch.self) {
            try arguments(String.self, Int.self, of: array)
        }
        #expect(error?.reason == reason)
        #expect(error?.description == "the arguments of T don't fit its handler: \(reason)")
    }

    @Test("a missing member is named with its place")
    func missingMember() {
        struct Row: Decodable { var id: Int }
        let error = #expect(throws: HubMismatch.self) {
            try arguments([Row].self, of: #"[[{"id":1},{}]]"#)
        }
        #expect(error?.reason == "no \"id\" at [0][1]")
    }

    @Test("errors say in a localized description what they say in their own")
    func localized() async {
        let connection = HubConnection("nonsense")
        let error = await #expect(throws: HubError.self) { try await connection.start() }
        #expect(error.map { ($0 as any LocalizedError).errorDescription == $0.description } == true)
        let refusal = await #expect(throws: HubServerError.self) {
            _ = try await HubServer(["/hub": Hub()]).start(host: "no address")
        }
        #expect(refusal.map { ($0 as any LocalizedError).errorDescription == $0.description } == true)
        let mismatch = HubMismatch(target: "Say", reason: "too few")
        #expect((mismatch as any LocalizedError).errorDescription == mismatch.description)
    }
}
