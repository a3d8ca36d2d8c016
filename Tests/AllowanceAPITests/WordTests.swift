import JSON
import Testing
import Values

@testable import AllowanceAPI

@Suite("The words of the family server")
struct WordTests {
    private func node(_ text: String) throws -> JSONNode { JSONNode(family: try JSONValue(parsing: text)) }

    @Test(
        "a role is a name in any letter case or a number, and keeps what nobody knows",
        arguments: [
            ("Parent", Role.parent, "Parent"), ("PARENT", .parent, "Parent"), ("0", .parent, "Parent"),
            ("child", .child, "Child"), ("1", .child, "Child"), ("2", .other("2"), "2"),
            ("Gran", .other("Gran"), "Gran"),
            ("", .other(""), ""),
        ])
    func roles(_ word: String, _ role: Role, _ written: String) {
        #expect(Role(word) == role && role.word == written && Role(role.word) == role)
    }

    @Test("a kind of money comes back from its word, and one without meaning moves it as a debit does")
    func kinds() throws {
        for (word, kind) in [("Credit", Transaction.Kind.credit), ("Debit", .debit), ("Gift", .other("Gift"))] {
            #expect(Transaction.Kind(word) == kind && kind.word == word)
            let row = Transaction(
                id: try #require(Transaction.ID(rawValue: "t")), child: try #require(Child.ID(rawValue: "c")),
                amount: try #require(Decimal("1.50")), kind: kind, description: "", balanceAfter: .zero,
                createdAt: Timestamp(seconds: 0))
            #expect(row.signedAmount.description == (kind == .credit ? "1.50" : "-1.50"))
        }
    }

    @Test(
        "every number of a category has its name, those between have none",
        arguments: [
            ("1", "Allowance"), ("6", "OtherIncome"), ("7", "7"), ("9", "9"), ("10", "Toys"), ("20", "OtherSpending"),
            ("21", "21"), ("29", "29"), ("30", "Savings"), ("32", "Investment"), ("33", "33"), ("00", "00"),
            ("-1", "-1"),
            ("0", ""), ("", ""), ("1x", "1x"),
        ])
    func categories(_ word: String, _ name: String) { #expect(CategoryNames.name(word) == name) }

    @Test(
        "of notifications only those that are known to move no money are passed over",
        arguments: [
            ("1", true), ("3", true), ("10", true), ("11", false), ("12", false), ("20", true), ("22", true),
            ("23", true),
            ("30", false), ("31", false), ("32", false), ("33", false), ("34", true), ("35", false), ("36", false),
            ("40", false), ("41", false), ("50", true), ("51", false), ("60", false), ("61", true), ("62", true),
            ("63", true), ("70", false), ("71", false), ("99", false), ("98", true), ("Anything", true), ("", true),
        ])
    func notifications(_ number: String, _ mayMoveMoney: Bool) {
        #expect(FamilyNotification.Kind(number).mayMoveMoney == mayMoveMoney)
    }

    @Test("a notification's kind is the same by name and by number")
    func kindNames() {
        #expect(FamilyNotification.Kind("10") == FamilyNotification.Kind("AllowanceDeposit"))
        #expect(FamilyNotification.Kind("1000").name == "1000")
    }

    @Test("what a notification leaves out is empty, unread and without a moment")
    func leastNotification() throws {
        let least = try FamilyNotification(node(#"{"notificationId":"N","type":"3"}"#))
        #expect(least.id.rawValue == "n" && least.title == "" && least.body == "" && !least.isRead)
        #expect(least.createdAt == nil && least.transaction == nil && least.child == nil && least.amount == nil)
        for text in [#"{"type":3}"#, #"{"id":"n"}"#, #"{"id":"../n","type":3}"#, "[]", #"{"id":"n","type":[]}"#] {
            #expect(throws: JSONError.self) { try FamilyNotification(self.node(text)) }
        }
    }

    @Test("the related entity is a transaction only where it says so, and data comes before it")
    func related() throws {
        func transaction(_ members: String) throws -> String? {
            try FamilyNotification(node(#"{"id":"n","type":3,\#(members)}"#)).transaction?.rawValue
        }
        #expect(try transaction(#""relatedEntityType":"TRANSACTION","relatedEntityId":"t1""#) == "t1")
        #expect(try transaction(#""relatedEntityType":"Goal","relatedEntityId":"t1""#) == nil)
        #expect(try transaction(#""relatedEntityType":"Transaction","relatedEntityId":"../x""#) == nil)
        #expect(
            try transaction(#""data":{"transactionId":"t2"},"relatedEntityType":"Transaction","relatedEntityId":"t1""#)
                == "t2")
    }

    @Test("a page of notifications is read in order, and one that is none is refused with its place")
    func pages() throws {
        let list = FamilyNotification.list
        let page = try list.page(
            node(#"{"notifications":[{"id":"a","type":3,"message":"m","isRead":true},{"id":"b","type":1}]}"#), of: nil)
        #expect(page.facts.map(\.id) == ["a", "b"])
        #expect(page.facts[0].content.contains(#""body":"m""#) && page.facts[0].content.contains(#""read":true"#))
        let error = #expect(throws: JSONError.self) {
            try list.page(self.node(#"{"notifications":[{"id":"a","type":3},{"id":"b"}]}"#), of: nil)
        }
        #expect(error?.path.description == "notifications[1].type")
        #expect(throws: JSONError.self) { try list.page(self.node(#"{"rows":[]}"#), of: nil) }
    }

    @Test("an id has at most 64 letters, digits, dashes and underscores")
    func ids() {
        #expect(Child.ID(rawValue: String(repeating: "a", count: 64)) != nil)
        #expect(Child.ID(rawValue: "aZ09-_")?.rawValue == "az09-_")
        for text in ["a.", "@", "[", "`", "{", "/", ":", "a\n", "\u{0}", "ａ"] {
            #expect(Child.ID(rawValue: text) == nil)
        }
    }

    @Test(
        "a token's end is a whole second of the years 1970 to 9999",
        arguments: [
            ("0", 0), ("1791000000", 1_791_000_000), ("1791000000.9", 1_791_000_000), ("253402300799", 253_402_300_799),
            ("253402300800", nil), ("-1", nil), ("\"1791000000\"", nil), ("null", nil), ("1e400", nil),
            ("1e9", 1_000_000_000),
        ] as [(String, Int64?)])
    func ends(_ text: String, _ seconds: Int64?) throws {
        let payload = Base64.url.encode(Array(#"{"exp":\#(text)}"#.utf8))
        let claims = try #require(TokenClaims(Secret("h.\(payload).s")))
        #expect(claims.expiresAt == seconds.map { Timestamp(seconds: $0) })
    }

    @Test("a token's person is read in both spellings; what cannot be an id is none")
    func claims() throws {
        func claims(_ json: String) throws -> TokenClaims {
            try #require(TokenClaims(Secret("h.\(Base64.url.encode(Array(json.utf8))).s")))
        }
        let base = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier"
        let long = try claims(
            #"{"\#(base)":"U-1","sub":"other","ChildId":"","FamilyId":"F","http://schemas.microsoft.com/ws/2008/06/identity/claims/role":"Child"}"#
        )
        #expect(
            long.user?.rawValue == "u-1" && long.child == nil && long.family?.rawValue == "f" && long.role == .child)
        let short = try claims(#"{"\#(base)":"../x","sub":"U-2","ChildId":7,"role":"Parent"}"#)
        #expect(short.user?.rawValue == "u-2" && short.child == nil && short.family == nil && short.role == .parent)
        let none = try claims("{}")
        #expect(none.user == nil && none.role == nil && none.expiresAt == nil)
    }

    @Test(
        "every event that builds have had is known in any letter case",
        arguments: [
            ("receivenotification", HubEvent.notification), ("TRANSACTIONCREATED", .transaction),
            ("balanceUpdated", .balance),
            ("AllowancePaid", .ofChild), ("SavingsTransactionCreated", .ofChild), ("SavingsBalanceUpdated", .ofChild),
            ("AchievementUnlocked", .ofChild), ("StreakMilestone", .ofChild), ("WishListItemPurchased", .ofChild),
            ("ChoreApproved", .ofChildSecond), ("GoalReached", .ofChildSecond), ("RequestApproved", .ofChildSecond),
            ("RequestAutoApproved", .ofChildSecond), ("SavingsGoalUpdated", .vague), ("MilestoneAchieved", .vague),
            ("SavingsGoalCompleted", .vague), ("InterestPaid", .vague), ("UnreadCountChanged", .harmless),
            ("NotificationRead", .harmless), ("AllNotificationsRead", .harmless), ("WishListItemAdded", .harmless),
            ("NewTransactionRequest", .harmless), ("RequestRejected", .harmless), ("StreakUpdated", .harmless),
            ("StreakBroken", .harmless),
        ])
    func events(_ target: String, _ event: HubEvent) { #expect(HubEvent(target: target) == event) }

    @Test("another event is nobody's", arguments: ["", " ReceiveNotification", "Transaction", "ReceiveNotification2"])
    func otherEvents(_ target: String) { #expect(HubEvent(target: target) == nil) }
}
