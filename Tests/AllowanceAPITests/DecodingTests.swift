import JSON
import Testing
import Values

@testable import AllowanceAPI

@Suite struct DecodingTests {
    private func node(_ text: String) throws -> JSONNode { JSONNode(family: try JSONValue(parsing: text)) }

    private func row(_ members: String) throws -> Transaction {
        let common = #""id":"0B7A0000-0000-4000-8000-000000000002","childId":"c1","amount":4.75,"balanceAfter":42.25"#
        return try Transaction(node("{\(common),\(members)}"))
    }

    @Test(
        "an enum is read as name, digits and number",
        arguments: [
            (#""Credit""#, Transaction.Kind.credit), (#""credit""#, .credit), (#""0""#, .credit), ("0", .credit),
            (#""DEBIT""#, .debit), ("1", .debit), (#""2""#, .other("2")), ("-1", .other("-1")),
        ])
    func kinds(_ text: String, _ kind: Transaction.Kind) throws {
        let row = try row(#""type":\#(text),"category":14,"createdAt":"2026-03-14T15:09:26Z""#)
        #expect(row.kind == kind && row.category == "Snacks")
    }

    @Test(
        "a category keeps what nobody knows",
        arguments: [
            (#""Toys""#, "Toys"), (#""10""#, "Toys"), ("10", "Toys"), ("99", "99"), (#""0""#, ""), ("null", ""),
            (#""Raketen""#, "Raketen"),
        ])
    func categories(_ text: String, _ name: String) throws {
        #expect(try row(#""type":0,"category":\#(text),"createdAt":"2026-03-14T15:09:26Z""#).category == name)
    }

    @Test(
        "a date is read with 0 to 9 digits of a second, with and without zone",
        arguments: [
            ("2026-03-14T15:09:26Z", "2026-03-14T15:09:26Z"),
            ("2025-10-09T10:30:00.1234567", "2025-10-09T10:30:00.1234567Z"),
            ("2026-03-14T00:00:00", "2026-03-14T00:00:00Z"),
            ("2026-03-14T15:09:26.123456789Z", "2026-03-14T15:09:26.123456789Z"),
            ("2026-03-14T16:09:26.5+01:00", "2026-03-14T15:09:26.5Z"),
        ])
    func dates(_ text: String, _ moment: String) throws {
        #expect(try row(#""type":0,"createdAt":"\#(text)""#).createdAt.description == moment)
    }

    @Test(
        "money keeps every digit, as number and as text",
        arguments: [
            "0", "0.00", "25.50", "10.5", "4.5000", "33.333333333333333333333333333", "-5.00", "99999999.99",
            "123456789012345678901234567890.12345678",
        ])
    func money(_ digits: String) throws {
        for text in [digits, "\"\(digits)\""] {
            let child = try Child(node(#"{"childId":"C-1","firstName":"Max","currentBalance":\#(text)}"#))
            #expect(child.balance.description == digits && child.id.rawValue == "c-1")
        }
    }

    @Test(
        "what can't be kept exactly or is of another kind is refused with its place",
        arguments: [
            #"[{"id":"a","currentBalance":123456789012345678901234567890123456789}]"#,
            #"[{"id":"a","currentBalance":"12,50"}]"#,
            #"[{"id":"a","currentBalance":true}]"#, #"[{"id":"a","currentBalance":[]}]"#, #"[{"id":"a"}]"#,
            #"[{"id":"a","currentBalance":1e400}]"#, #"[{"id":"a","currentBalance":null}]"#,
        ])
    func refusedMoney(_ text: String) throws {
        let error = #expect(throws: JSONError.self) { try Child.list(self.node(text)) }
        #expect(error?.path.description == "[0].currentBalance")
    }

    @Test(
        "an id that could lead out of its path is refused",
        arguments: ["", "..", "a/b", "a%2f", "a?b", "é", String(repeating: "a", count: 65), "a b"])
    func ids(_ text: String) {
        #expect(Child.ID(rawValue: text) == nil)
    }

    @Test("ids are the same in both letter cases") func idCase() {
        #expect(Child.ID(rawValue: "ABCD-1") == Child.ID(rawValue: "abcd-1"))
    }

    @Test("names are read in any letter case, the children of a family as a bare list and inside it")
    func shapes() throws {
        let bare = try Child.list(node(#"[{"ID":"a","FirstName":"Max","CURRENTBALANCE":"1.50","extra":{}}]"#))
        let inside = try Child.list(
            node(#"{"familyId":"f","children":[{"childId":"a","firstName":"Max","currentBalance":1.50}]}"#))
        #expect(bare == inside)
    }

    @Test("rows come bare, in an envelope, and from servers that leave the child out")
    func envelopes() throws {
        let one =
            #"{"id":"t","amount":1,"type":"Credit","balanceAfter":2,"createdAt":"2026-01-01T00:00:00Z","createdBy":{"id":1},"createdById":"u"}"#
        let child = try #require(Child.ID(rawValue: "c"))
        let bare = try Transaction.page(node("[\(one)]"), of: child).rows
        #expect(try Transaction.page(node(#"{"totalCount":1,"transactions":[\#(one)]}"#), of: child).rows == bare)
        #expect(bare.first?.child == child && bare.first?.description == "" && bare.first?.createdBy == nil)
        #expect(throws: JSONError.self) { try Transaction(self.node(one)) }
    }

    @Test(
        "the quick reader gives up where something is unusual, and the tree decides",
        arguments: [
            #""type":0"#, #""TYPE":"Credit""#, #""type":"Credit","amount":"1""#, #""type":"Credit","type":"Debit""#,
            #""type":"Credit","id":"../x""#, #""type":"Credit"},"#, #""type":"Credit""#,
        ])
    func quickReader(_ members: String) throws {
        let child = try #require(Child.ID(rawValue: "c"))
        let isComplete = members == #""type":"Credit""#
        let amount = members.contains("amount") ? "" : #""amount":1.50,"#
        let id = members.contains(#""id""#) ? "" : #""id":"t","#
        let text = #"[{\#(id)\#(amount)"childId":"c","balanceAfter":2,"createdAt":"2026-01-01T00:00:00Z",\#(members)}]"#
        let quick = QuickTransactionList.read(Array(text.utf8), of: child)
        #expect((quick != nil) == isComplete)
        let reader = AnswerReader(quick: { QuickTransactionList.read($0, of: child) }) { node throws(JSONError) in
            try Transaction.page(node, of: child).rows
        }
        let slow = try? Transaction.page(node(text), of: child).rows
        #expect((try? reader.read(Array(text.utf8), 1_000)) == slow)
        #expect(throws: JSONError.self) { try reader.read(Array(text.utf8), 10) }
    }

    @Test("a sign-in is read flat and with its user inside; the token decides about its end")
    func signIns() throws {
        // {"exp":1791000000,"ChildId":"C0FFEE","sub":"u-1","role":"Child"}
        let token = "e30.eyJleHAiOjE3OTEwMDAwMDAsIkNoaWxkSWQiOiJDMEZGRUUiLCJzdWIiOiJ1LTEiLCJyb2xlIjoiQ2hpbGQifQ.x"
        let flat = try SignedIn(
            node(
                #"{"userId":"u-1","role":"Parent","familyId":null,"token":"\#(token)","expiresAt":"2020-01-01T00:00:00Z"}"#
            ))
        #expect(flat.expiresAt == Timestamp(seconds: 1_791_000_000))
        #expect(flat.role == .parent && flat.child?.rawValue == "c0ffee" && flat.family == nil)
        let nested = try SignedIn(node(#"{"token":"opaque","expiresAt":"2026-01-01T00:00:00Z","user":{"id":"U-1"}}"#))
        #expect(nested.user?.rawValue == "u-1" && nested.expiresAt?.description == "2026-01-01T00:00:00Z")
        let stored = try #require(SignedIn(stored: flat.stored))
        #expect(stored.user == flat.user && stored.role == flat.role && stored.child == flat.child)
        #expect(stored.token.withText { $0 } == token && stored.expiresAt == flat.expiresAt)
        #expect(SignedIn(stored: Secret("{\"token\"")) == nil)
    }

    @Test(
        "a token that is no JSON Web Token is none, whatever it looks like",
        arguments: ["", "opaque", "a.b", "a.b.c.d", "e30.!!!.x", "e30.e30=.x", "x.W10.y", "x.eyJleHAiOg.y"])
    func tokens(_ text: String) {
        #expect(TokenClaims(Secret(text))?.expiresAt == nil)
    }

    @Test(
        "a notification keeps its title when its data is broken", arguments: ["\"{\\\"transactionId\\\":\"", "7", "[]"])
    func brokenData(_ data: String) throws {
        let text =
            #"{"id":"n","type":3,"title":"Money","body":"b","data":\#(data),"relatedEntityType":"Transaction","relatedEntityId":"T-1"}"#
        let notification = try FamilyNotification(node(text))
        #expect(notification.title == "Money" && notification.kind.name == "TransactionCreated")
        #expect(notification.transaction?.rawValue == "t-1")
    }

    @Test(
        "a new transaction is checked before it is sent",
        arguments: ["0", "-1", "0.001", "100000000", "99999999.991"])
    func newTransactions(_ amount: String) throws {
        let child = try #require(Child.ID(rawValue: "c"))
        let decimal = try #require(Decimal(amount))
        #expect(throws: AllowanceError.self) {
            try NewTransaction(child: child, amount: decimal, kind: .credit, description: "x")
        }
        #expect(throws: AllowanceError.self) {
            try NewTransaction(
                child: child, amount: #require(Decimal("1")), kind: .credit,
                description: String(repeating: "🎈", count: 251))
        }
        let good = try NewTransaction(child: child, amount: #require(Decimal("1.5")), kind: .debit, description: "x")
        #expect(good.amount.description == "1.50")
    }
}
