import Control
import JSON
import Store
import Testing
import Values

/// A file that one version writes and any other reads.
@Suite("Lines of unsent work", .timeLimit(.minutes(1)))
struct UnsentLineTests {
    /// Written as today's version writes it: later ones have to read it.
    private static let order = """
        {"server":"https://one.example","account":"mum","acceptedAt":1700000000000000,"user":"user-1","amount":"-3.20",\
        "attempts":0,"category":"Toys","child":"id-Alice","order":"transaction","description":"Kite\\tred",\
        "dueAt":1700000000000000,"intent":"00000001","state":"accepted","uncovered":0}
        """

    private func line(_ order: String, sum: String? = nil) throws -> JSONValue {
        let order = try JSONValue(parsing: order)
        return ["order": order, "sum": .string(sum ?? LineSum.text(of: order.description.utf8))]
    }

    private func refusal(_ line: JSONValue) -> String? {
        let refusal = #expect(throws: ControlAnswer.Refusal.self) { _ = try UnsentLine.order(in: line) }
        return refusal?.message
    }

    @Test("a line of today is read, with what was noted on the way")
    func today() throws {
        let line = try JSONValue(parsing: #"{"order":\#(Self.order),"sum":"e6a48300cf2aef57"}"#)
        let text = try #require(line["order"]).description
        #expect(line["sum"] == .string(LineSum.text(of: text.utf8)))
        let order = try UnsentLine.order(in: line)
        #expect(order.id.rawValue == "00000001" && order.acceptedBy == "user-1")
        #expect(order.origin == "https://one.example")
        #expect(order.order.content?.amount == Decimal("-3.20") && order.order.content?.description == "Kite\tred")
        #expect(order.child?.rawValue == "id-alice" && order.state == .accepted && order.photo == nil)
        #expect(order.notes["accepted_at"] == .integer(1_700_000_000_000_000))
    }

    @Test("blanks between members do not matter, and a member of a later version does no harm")
    func later() throws {
        let spaced = try line(Self.order.replacing(",", with: " ,\t", maxReplacements: 3))
        #expect(try UnsentLine.order(in: spaced).id.rawValue == "00000001")
        let longer = Self.order.dropLast() + #","colour":{"red":[1,2]},"hat":null}"#
        #expect(try UnsentLine.order(in: line(String(longer))).order.content?.category == "Toys")
    }

    @Test("no changed character passes")
    func damaged() throws {
        let sum = LineSum.text(of: try JSONValue(parsing: Self.order).description.utf8)
        for (from, to) in [("-3.20", "-7.20"), ("Kite", "Kitd"), ("id-Alice", "id-Bruno"), ("user-1", "user-2")] {
            let changed = Self.order.replacing(from, with: to)
            #expect(refusal(try line(changed, sum: sum))?.contains("its sum does not fit") == true)
        }
        #expect(refusal(["order": try JSONValue(parsing: Self.order)])?.contains("no order") == true)
        #expect(refusal(["sum": "x"]) != nil && refusal([]) != nil && refusal("order") != nil)
    }

    @Test(
        "what this version does not know is refused, and what it is named",
        arguments: [
            (#""order":"transaction""#, #""order":"add-hat""#, "a kind of order that this version knows"),
            (#""state":"accepted""#, #""state":"resting""#, "a state that this version knows"),
            (#""state":"accepted""#, #""state":"confirmed""#, "a state that this version knows"),
            (#""intent":"00000001""#, #""intent":"../../etc""#, "hexadecimal"),
            (#""intent":"00000001""#, #""intent":"0001""#, "hexadecimal"),
            (#""amount":"-3.20""#, #""amount":"much""#, "an amount"),
            (#""amount":"-3.20""#, #""amount":-3.20"#, "string"),
            (#""amount":"-3.20","#, "", "amount"), (#""user":"user-1","#, "", "user"),
            (#""attempts":0"#, #""attempts":"many""#, "attempts"),
            (#""attempts":0"#, #""attempts":9223372036854775807"#, "attempts"),
            (#""attempts":0"#, #""attempts":-1"#, "attempts"),
            (#""acceptedAt":1700000000000000"#, #""acceptedAt":9223372036854775807"#, "acceptedAt"),
            (#""acceptedAt":1700000000000000"#, #""acceptedAt":-1"#, "acceptedAt"),
            (#""state":"accepted""#, #""photo":"§","state":"accepted""#, "base 64"),
        ])
    func refused(_ from: String, _ to: String, _ words: String) throws {
        let message = refusal(try line(Self.order.replacing(from, with: to)))
        #expect(message?.contains(words) == true, "\(message ?? "taken")")
    }

    @Test("what the store has is what the line says, without what means something here alone")
    func written() async throws {
        try await Installation.with { installation async throws in
            let account = try await installation.login()
            let order = RecordOrder(
                .addWish, owner: "id-Alice", payload: #"{"name":"Kite","price":"5.00"}"#, base: "{}", title: "Kite")
            let new = NewIntent(
                id: .init(rawValue: "00000009"), account: account, child: installation.children[0].id,
                order: .record(order))
            _ = try await StoredIntents(installation.store).accept(new, now: Installation.moment)
            let work = try await installation.store.read { snapshot in try UnsentWork(snapshot) }
            let unsent = try #require(work.orders.first)
            let (line, hasPhoto) = UnsentLine.json(unsent) { _ in nil }
            let json = try #require(line["order"])
            for name in ["number", "before", "fingerprint", "kind", "sum"] { #expect(json[name] == nil, "\(name)") }
            #expect(json["server"] == "https://one.example" && json["account"] == "mum" && !hasPhoto)
            let read = try UnsentLine.order(in: try JSONValue(parsing: line.description))
            #expect(read.order == .record(order) && read.child == new.child && read.acceptedBy == "user-1")
        }
    }
}

extension Installation {
    /// A parent's, who sees Alice.
    func login() async throws -> AccountRow {
        try await store.write { [children] transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let account = try transaction.ensureAccount(named: "mum", on: server, at: Self.moment)
            try transaction.setUser("user-1", role: "Parent", of: account.id, at: Self.moment)
            try transaction.link(account, to: children[0].id)
            return try #require(try transaction.account(account.id))
        }
    }
}
