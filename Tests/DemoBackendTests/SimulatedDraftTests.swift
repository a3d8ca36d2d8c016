import JSON
import Testing
import Values

@testable import DemoBackend

@Suite("What the simulated server takes for a transaction")
struct SimulatedDraftTests {
    private let now = Timestamp(seconds: 1_773_500_966)
    private let alice = "00000000-0000-4000-8000-000000000200"

    /// Posts the members beside child and description; the newest row, or the status of a refusal.
    private func post(_ members: String, _ dialect: DemoDialect = .spec) throws -> (
        status: Int, row: SimulatedTransaction?
    ) {
        var server = SimulatedServer(dialect: dialect, history: 3, seed: 1, now: now)
        let signIn = DemoRequest(
            "POST", "/api/v1/auth/login", body: Array(#"{"email":"parent@example.com","password":"password123"}"#.utf8))
        let answer = server.answer(signIn, now: now, random: [7]).answer
        let token = try JSONNode(JSONValue(parsing: answer.body)).required("token").string()
        let body = members.contains("childId") ? "{\(members.dropFirst())}" : #"{"childId":"\#(alice)"\#(members)}"#
        let request = DemoRequest("POST", "/api/v1/transactions", token: Secret(token), body: Array(body.utf8))
        let status = server.answer(request, now: now, random: [7]).answer.status
        return (status, status == 201 ? server.family.newest(1, of: alice).first : nil)
    }

    @Test(
        "a category is a name in any letter case or a number; numbers without a name are kept",
        arguments: [
            (#""toys""#, "Toys"), ("10", "Toys"), ("32", "Investment"), ("1", "Allowance"), ("7", "7"), ("33", "33"),
            ("-1", "-1"), (#""OTHERINCOME""#, "OtherIncome"),
        ])
    func categories(_ text: String, _ name: String) throws {
        #expect(try post(#","amount":1,"description":"d","category":\#(text)"#).row?.category == name)
    }

    @Test(
        "a type is a name or a number, credit where it is left out, and debit where the number means nothing",
        arguments: [
            ("", SimulatedTransaction.Kind.credit), (#","type":0"#, .credit), (#","type":"CREDIT""#, .credit),
            (#","type":1"#, .debit), (#","type":"debit""#, .debit), (#","type":9"#, .debit),
            (#","type":null"#, .credit),
        ])
    func kinds(_ member: String, _ kind: SimulatedTransaction.Kind) throws {
        #expect(try post(#","amount":0.01,"description":"d"\#(member)"#).row?.kind == kind)
    }

    @Test(
        "a category that is left out is another income or spending, or nothing in the real dialect",
        arguments: [
            (DemoDialect.spec, 0, "OtherIncome"), (.spec, 1, "OtherSpending"), (.real, 0, "0"), (.real, 1, "0"),
        ])
    func defaultCategory(_ dialect: DemoDialect, _ kind: Int, _ name: String) throws {
        #expect(try post(#","amount":0.01,"description":"d","type":\#(kind)"#, dialect).row?.category == name)
    }

    @Test(
        "the designs check amount and text, the public backend takes what its books can hold",
        arguments: [
            (#","amount":0,"description":"d""#, 400, 201), (#","amount":-1,"description":"d""#, 400, 201),
            (#","description":"d""#, 400, 201), (#","amount":1,"description":"""#, 400, 201),
            (#","amount":1,"description":"d""#, 201, 201), (#","amount":"1.5","description":"d""#, 201, 201),
            (#","amount":99999999.99,"description":"d""#, 201, 201),
            (#","amount":100000000,"description":"d""#, 400, 500),
            (#","amount":99999999.995,"description":"d""#, 400, 500),
        ])
    func dialects(_ members: String, _ spec: Int, _ real: Int) throws {
        #expect(try post(members, .spec).status == spec && post(members, .real).status == real)
    }

    @Test("a description has at most 500 units of UTF-16", arguments: [(250, true), (251, false)])
    func descriptions(_ count: Int, _ isTaken: Bool) throws {
        let text = String(repeating: "🎈", count: count)
        for (dialect, refusal) in [(DemoDialect.spec, 400), (.real, 500)] {
            #expect(try post(#","amount":1,"description":"\#(text)""#, dialect).status == (isTaken ? 201 : refusal))
        }
    }

    @Test("names of members are taken in any letter case, notes as they are")
    func names() throws {
        let row = try #require(try post(#","AMOUNT":2,"Description":"d","Notes":"n\u0007""#).row)
        #expect(row.amount.description == "2.00" && row.notes == "n\u{7}")
    }

    @Test(
        "a child that is not there is told in one dialect and not in the other",
        arguments: [
            (DemoDialect.spec, 404), (.real, 500),
        ])
    func unknownChild(_ dialect: DemoDialect, _ status: Int) throws {
        #expect(try post(#","childId":"nobody","amount":1,"description":"d""#, dialect).status == status)
    }

    @Test("every refusal has a code and words of its own")
    func refusals() {
        #expect(
            SimulatedRefusal.allCases.map(\.rawValue) == [
                "NOT_FOUND", "INSUFFICIENT_FUNDS", "INVALID_AMOUNT", "VALIDATION",
            ])
        #expect(Set(SimulatedRefusal.allCases.map(\.message)).count == 4)
    }

    @Test(
        "half a cent counts as one, away from zero, and what does not fit is nothing",
        arguments: [
            ("0.004999", "0.00"), ("0.005", "0.01"), ("-0.005", "-0.01"), ("-0.0049", "0.00"), ("0.015", "0.02"),
            ("1.994", "1.99"), ("1.995", "2.00"), ("9", "9.00"), ("0.00000000000000000000000000000000000001", "0.00"),
        ])
    func cents(_ text: String, _ rounded: String) throws {
        #expect(try #require(Decimal(text)).cents?.description == rounded)
    }
}
