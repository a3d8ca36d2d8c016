import JSON
import Store
import Terminal
import Testing

@testable import Commands

@Suite("What commands show")
struct ReportTests {
    @Test("columns are as wide as their widest cell, whatever the writing")
    func table() {
        var table = TextTable([.init(title: "CHILD"), .init(title: "AMOUNT", alignment: .trailing)])
        table.append([.init("Ada"), .init("5.00")])
        table.append([.init("日本"), .init("-12.50")])
        #expect(table.text(style: .plain) == "CHILD  AMOUNT\nAda      5.00\n日本   -12.50\n")
    }

    @Test("the command line has the orders that the store has, in its words")
    func words() {
        for order in Handling.Order.allCases { #expect(DeliveryOrder.Action(rawValue: order.rawValue) != nil) }
    }

    @Test("an empty list says that there is nothing yet; one that was filtered, that nothing is so")
    func empty() throws {
        for (list, none) in [
            (TransactionsReport.list, "No transaction is known yet"), (ChildrenReport.list, "No child is known yet"),
            (DeliveriesReport.list, "Nothing was told to anybody yet"),
            (AccountsReport.list, "No account is configured"),
            (TargetsReport.list, "No target is configured"),
        ] {
            #expect(try list.text(JSONNode([]), .test).hasPrefix(none))
        }
        #expect(
            try DeliveriesReport.list.text(JSONNode([]), .test, isFiltered: true) == "No delivery is like that.\n")
        #expect(
            try TransactionsReport.list.text(JSONNode([]), .test, isFiltered: true) == "No transaction is like that.\n")
        #expect(try TransactionsReport.list.csv(JSONNode([]), .test).hasPrefix("at,child,amount,"))
    }

    @Test("of a delivery that cannot be read there is what can be, and no blanks")
    func unreadable() throws {
        let delivery: JSONValue = ["number": 7, "target": "chat", "state": "queued", "alert": nil, "dueAt": nil]
        #expect(
            try DeliveriesReport.explanation(JSONNode(["delivery": delivery, "followUps": [], "attempts": []]), .test)
                == "delivery 7 to chat: queued\n  next       given up, since the store cannot read it\n")
    }
}
