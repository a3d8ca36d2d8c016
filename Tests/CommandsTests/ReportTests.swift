import JSON
import Terminal
import Testing

@testable import Commands

@Suite("What commands show")
struct ReportTests {
    @Test("columns are as wide as their widest cell, whatever the writing")
    func table() {
        var table = TextTable([.init(title: "CHILD"), .init(title: "AMOUNT", alignment: .trailing)])
        table.append(["Ada", "5.00"])
        table.append(["日本", "-12.50"])
        #expect(table.text(style: .plain) == "CHILD  AMOUNT\nAda      5.00\n日本   -12.50\n")
    }

    @Test("transactions are shown with their sign")
    func transactions() throws {
        let rows = try JSONNode(
            JSONValue(
                parsing: """
                    [{"at":"2026-03-14T15:09:26Z","childName":"Alice","amount":"5.00","kind":"debit","balance":"7.50",
                      "category":"Toys","description":"Ball"}]
                    """))
        let text = try TransactionsReport.text(rows)
        #expect(text.contains("Alice") && text.contains("-5.00") && text.contains("Ball"))
    }

    @Test("an empty list says so")
    func empty() throws {
        #expect(try TransactionsReport.text(JSONNode([])).contains("No transaction"))
        #expect(try ChildrenReport.text(JSONNode([])).contains("No child"))
        #expect(try DeliveriesReport.text(JSONNode([])).contains("No delivery"))
    }

    @Test(
        "a delivery's explanation says what comes next",
        arguments: ["queued", "inDoubt", "attempting", "delivered", "dead", "skipped", "discarded"])
    func explanation(state: String) throws {
        let history: JSONValue = [
            "delivery": [
                "number": 7, "target": "chat", "state": .string(state), "alert": "new|a|b", "child": "Alice",
                "amount": "5.00", "description": "Ball", "dueAt": "2026-03-14T15:09:26Z", "detail": "answered 500",
            ],
            "attempts": [["number": 1, "startedAt": "2026-03-14T15:09:26Z", "outcome": "retry", "reason": "busy"]],
        ]
        let text = try DeliveriesReport.explanation(JSONNode(history))
        #expect(text.contains("delivery 7 to chat: \(state)") && text.contains("next") && text.contains("attempt 1"))
        if state == "dead" { #expect(text.contains("deliveries retry 7")) }
    }

    @Test("of a delivery that cannot be read there is what can be, and no blanks")
    func unreadable() throws {
        let delivery: JSONValue = ["number": 7, "target": "chat", "state": "queued", "alert": nil, "dueAt": nil]
        #expect(
            try DeliveriesReport.explanation(JSONNode(["delivery": delivery, "attempts": []]))
                == "delivery 7 to chat: queued\n  next       given up, since the store cannot read it\n")
    }
}
