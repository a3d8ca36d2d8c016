import JSON
import Testing
import Values

@testable import AllowanceAPI

@Suite struct HubHintTests {
    private let child = "c0ffee00-0000-4000-8000-000000000001"
    private let row = "0b7a0000-0000-4000-8000-000000000002"

    private func read(_ target: String, _ arguments: String) -> HubEventReader.Reading {
        var reader = HubEventReader()
        return reader.read(target: target, arguments: arguments.utf8.span)
    }

    @Test("a transaction is recognised in every form it was sent or planned in")
    func transactions() throws {
        let (c, t) = (try #require(Child.ID(rawValue: child)), try #require(Transaction.ID(rawValue: row)))
        let one = #"{"id":"\#(row)","childId":"\#(child)","amount":4.75,"type":1}"#
        #expect(read("TransactionCreated", "[\"\(row.uppercased())\"]") == .hint(.childOrTransaction(row)))
        #expect(read("transactioncreated", "[\(one)]") == .hint(.transaction(t, child: c)))
        #expect(
            read("TransactionCreated", #"[{"ChildId":"\#(child)","transaction":\#(one),"newBalance":"42.25"},1,2]"#)
                == .hint(.transaction(t, child: c)))
        #expect(
            read("TransactionCreated", #"[{"transactionId":"\#(row)","childId":"\#(child)","amount":"4.75"}]"#)
                == .hint(.transaction(t, child: c)))
        #expect(read("TransactionCreated", #"[{"childId":"\#(child)"}]"#) == .hint(.child(c)))
    }

    @Test(
        "a balance is read from two arguments and from an object",
        arguments: [
            #"["CHILD",42.25]"#, #"["CHILD","42.25","more"]"#,
            #"[{"childId":"CHILD","newBalance":42.25,"previousBalance":1}]"#,
            #"[{"CHILDID":"CHILD","Balance":"42.25"}]"#,
        ])
    func balances(_ template: String) throws {
        let c = try #require(Child.ID(rawValue: child))
        let parts = template.split(separator: "\"CHILD\"", omittingEmptySubsequences: false)
        let arguments = parts.joined(separator: "\"\(child)\"")
        #expect(read("BalanceUpdated", arguments) == .hint(.balance(child: c, try #require(Decimal("42.25")))))
    }

    @Test("the other events of plans and builds name their child, or that something happened")
    func others() throws {
        let c = try #require(Child.ID(rawValue: child))
        #expect(read("BalanceUpdated", "[\"\(child)\",null]") == .hint(.child(c)))
        #expect(read("AllowancePaid", #"[{"childId":"\#(child)","amount":10}]"#) == .hint(.child(c)))
        #expect(read("AllowancePaid", "[]") == .hint(.something))
        #expect(read("SavingsBalanceUpdated", "[\"\(child)\",3]") == .hint(.child(c)))
        #expect(read("ChoreApproved", "[\"chore\",\"\(child)\",3]") == .hint(.child(c)))
        #expect(read("ChoreApproved", #"[{"choreId":"x","childId":"\#(child)"}]"#) == .hint(.child(c)))
        #expect(read("GoalReached", #"[{"goalId":"x","childId":"\#(child)"}]"#) == .hint(.child(c)))
        #expect(read("RequestApproved", "[\"r\",\"\(child)\"]") == .hint(.child(c)))
        #expect(read("SavingsGoalCompleted", "[\"g\",\"name\",5]") == .hint(.something))
        #expect(read("InterestPaid", "[\"a\",0.05]") == .hint(.something))
        for event in [
            "UnreadCountChanged", "NotificationRead", "AllNotificationsRead", "WishListItemAdded", "RequestRejected",
        ] {
            #expect(read(event, "[4]") == .nothing)
        }
    }

    @Test("a notification hints at its transaction, by its data and by its related entity")
    func notifications() throws {
        let t = try #require(Transaction.ID(rawValue: row))
        let data = #""data":"{\"transactionId\":\"\#(row)\",\"amount\":25.50,\"type\":\"Credit\"}""#
        #expect(
            read("ReceiveNotification", #"[{"id":"n","type":3,"title":"x",\#(data)}]"#)
                == .hint(.transaction(t, child: nil)))
        let related = #""relatedEntityType":"Transaction","relatedEntityId":"\#(row)""#
        #expect(
            read("ReceiveNotification", #"[{"id":"n","type":"TransactionCreated","title":"x","data":"{",\#(related)}]"#)
                == .hint(.transaction(t, child: nil)))
        let c = try #require(Child.ID(rawValue: child))
        let paid = #"[{"id":"n","type":10,"title":"x","data":"{\"childId\":\"\#(child)\",\"amount\":5}"}]"#
        #expect(read("ReceiveNotification", paid) == .hint(.child(c)))
        #expect(read("ReceiveNotification", #"[{"id":"n","type":34,"title":"x"}]"#) == .hint(.something))
        #expect(read("ReceiveNotification", #"[{"id":"n","type":36,"title":"x"}]"#) == .nothing)
        #expect(read("ReceiveNotification", #"[{"id":"n","type":12345,"title":"x"}]"#) == .hint(.something))
        #expect(
            read("ReceiveNotification", #"[{"id":"n","type":"Info","title":"x","message":"m","priority":1}]"#)
                == .hint(.something))
    }

    @Test(
        "a message that can't be read is a hint that something happened",
        arguments: [
            "", "[", "{}", "null", "[\"../..\"]", "[{}]", "[[[]]]", "[1.5]",
        ])
    func hostile(_ arguments: String) {
        #expect(read("TransactionCreated", arguments) == .hint(.something))
    }

    @Test("an unknown event is counted by its name, told once, and can't fill the memory")
    func unknown() {
        var reader = HubEventReader()
        #expect(
            reader.read(target: "Surprise", arguments: [UInt8]().span) == .unknownEvent(name: "Surprise", isFirst: true)
        )
        #expect(
            reader.read(target: "Surprise", arguments: [UInt8]().span)
                == .unknownEvent(name: "Surprise", isFirst: false))
        #expect(reader.unknown == ["Surprise": 2])
        let hostile = "\u{1B}[2J" + String(repeating: "y", count: 1_000)
        guard case .unknownEvent(let name, true) = reader.read(target: hostile, arguments: [UInt8]().span) else {
            Issue.record("not counted")
            return
        }
        #expect(name.unicodeScalars.count == 64 && !name.unicodeScalars.contains("\u{1B}"))
        for number in 0..<1_000 { _ = reader.read(target: "n\(number)", arguments: [UInt8]().span) }
        #expect(reader.unknown.count == HubEventReader.maximumNames)
    }
}
