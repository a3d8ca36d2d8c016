import JSON
import Testing
import Values

@testable import Commands

@Suite("How old balances and rows are")
struct FactAgeTests {
    private func child(_ name: String, seen seconds: Int?, gone: Bool = false) -> JSONValue {
        let moment = seconds.map { Readable.test.now.advanced(by: .seconds(-$0)).wholeSeconds }
        return [
            "id": .string("id-\(name)"), "name": .string("\(name) Reed"), "firstName": .string(name),
            "seenAt": moment.map { .string($0) } ?? .null, "gone": .bool(gone),
        ]
    }

    private func said(_ children: JSONValue..., of name: String? = nil, stale: Duration = FactAge.balances) throws
        -> String?
    {
        let judgement = try FactAge.judgement(JSONNode(.array(children)), of: name, stale: stale, .test)
        #expect(judgement.none == nil)
        return judgement.remark
    }

    @Test("fresh is not worth a word, stale is said, and from a day on it is not to be trusted")
    func ages() throws {
        #expect(try said() == nil && said(child("Alice", seen: nil)) == nil)
        #expect(try said(child("Alice", seen: 300)) == nil)
        #expect(try said(child("Alice", seen: 301))?.hasPrefix("this is from 5 min ago; why") == true)
        #expect(try said(child("Alice", seen: 900), stale: FactAge.transactions) == nil)
        #expect(try said(child("Alice", seen: 901), stale: FactAge.transactions) != nil)
        #expect(try said(child("Alice", seen: 86_400))?.contains("do not trust it") == false)
        #expect(try said(child("Alice", seen: 86_401))?.contains("; do not trust it; ") == true)
        #expect(try said(child("Alice", seen: -500)) == nil, "a clock that was set back makes nothing old")
    }

    @Test("the oldest of those that are shown counts; one whom nobody sees any more does not")
    func whose() throws {
        let (alice, bruno) = (child("Alice", seen: 10), child("Bruno", seen: 4_000))
        #expect(try said(alice, bruno) != nil)
        for name in ["Alice", "alice reed", "ID-ALICE"] { #expect(try said(alice, bruno, of: name) == nil) }
        #expect(try said(alice, bruno, of: "bruno") != nil)
        #expect(try said(alice, child("Bruno", seen: 4_000, gone: true)) == nil)
        #expect(throws: JSONError.self) { try said(["seenAt": "yesterday"]) }
    }
}
