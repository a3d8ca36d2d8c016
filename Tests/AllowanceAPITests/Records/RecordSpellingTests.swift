import JSON
import Testing
import Values

@testable import AllowanceAPI

/// The same record is the same content, whichever server, door or year spelled it.
@Suite("The spellings of a record")
struct RecordSpellingTests {
    private func facts(_ list: RecordList, _ text: String, owner: String? = "c-1") throws -> [RecordFact] {
        try list.page(JSONNode(family: try JSONValue(parsing: text)), of: owner).facts
    }

    private func one(_ list: RecordList, _ text: String, owner: String? = "c-1") throws -> RecordFact {
        try #require(facts(list, "[\(text)]", owner: owner).first)
    }

    /// What REST says today; what a hub or an older server says of the same; what is kept.
    private static let spellings: [(list: RecordList, today: String, older: String, content: String)] = [
        (
            Goal.list,
            #"{"id":"G-1","childId":"c-1","name":"Bike","description":null,"targetAmount":50.00,"currentAmount":9.0,"status":"Paused","category":"Toy","targetDate":"2027-05-01T00:00:00Z","priority":1,"createdAt":"2026-11-21T21:04:40Z","progressPercentage":18,"daysRemaining":160}"#,
            #"{"ID":"g-1","Name":"Bike","TargetAmount":"50","CurrentAmount":9.000,"Status":5,"Category":"Toy","TargetDate":"2027-05-01T00:00:00","Priority":1,"CreatedAt":"2026-11-21T21:04:40.1234567Z","daysRemaining":159}"#,
            #"{"name":"Bike","description":null,"target":"50.00","saved":"9.00","state":"paused","category":"Toy","due":"2027-05-01T00:00:00Z","link":null,"priority":1,"createdAt":"2026-11-21T21:04:40Z","completedAt":null,"purchasedAt":null}"#
        ),
        (
            Chore.list,
            #"{"id":"t","childId":"c-1","title":"Dishes","rewardAmount":1.50,"status":"Archived","isRecurring":true,"recurrenceDisplay":"Daily","createdAt":"2026-11-21T21:04:40Z","createdByName":"Pat","totalCompletions":3,"pendingApprovals":1,"lastCompletedAt":null}"#,
            #"{"id":"T","childId":"C-1","title":"Dishes","rewardAmount":1.5,"status":"1","isRecurring":true,"recurrenceDisplay":"Daily","createdAt":"2026-11-21T21:04:40","createdByName":"Pat","totalCompletions":3,"pendingApprovals":1}"#,
            #"{"title":"Dishes","description":null,"reward":"1.50","state":"archived","recurrence":"Daily","completions":3,"waiting":1,"createdAt":"2026-11-21T21:04:40Z","by":"Pat","lastDoneAt":null}"#
        ),
        (
            Completion.list,
            #"{"id":"k","taskId":"t","taskTitle":"Dishes","rewardAmount":1.50,"childId":"c-1","completedAt":"2026-11-21T21:04:40Z","notes":"<b>","photoUrl":null,"status":"Approved","approvedByName":"Pat","approvedAt":"2026-11-22T00:00:00Z","transactionId":"X-1"}"#,
            #"{"id":"k","taskId":"T","taskTitle":"Dishes","rewardAmount":"1.50","childId":"c-1","completedAt":"2026-11-21T21:04:40.5Z","notes":"<b>","status":1,"approvedByName":"Pat","approvedAt":"2026-11-22T00:00:00.0000001Z","transactionId":"x-1"}"#,
            #"{"chore":"t","title":"Dishes","reward":"1.50","state":"approved","notes":"<b>","photo":null,"doneAt":"2026-11-21T21:04:40Z","reviewedBy":"Pat","reviewedAt":"2026-11-22T00:00:00Z","rejection":null,"transaction":"x-1"}"#
        ),
        (
            FamilyMember.list,
            #"{"userId":"u","email":"p@example.com","firstName":"Pat","lastName":"Reed","role":"Parent","isOwner":true}"#,
            #"{"id":"U","email":"p@example.com","firstName":"Pat","lastName":"Reed","role":"PARENT","isOwner":true}"#,
            #"{"firstName":"Pat","lastName":"Reed","email":"p@example.com","role":"Parent","owner":true}"#
        ),
        (
            ChildSettings.list,
            #"{"id":"c-1","weeklyAllowance":10.00,"allowanceDay":"Sunday","lastAllowanceDate":"2026-11-21T10:00:00Z","savingsAccountEnabled":true,"savingsTransferType":"Percentage","savingsTransferPercentage":20,"savingsTransferAmount":0.00,"savingsBalanceVisibleToChild":true,"allowDebt":false}"#,
            #"{"childId":"C-1","weeklyAllowance":10,"allowanceDay":"Sunday","lastAllowanceDate":"2026-11-21T10:00:00.0000000","nextAllowanceDate":null,"savingsAccountEnabled":true,"savingsTransferType":2,"savingsTransferPercentage":20.0,"savingsTransferAmount":0,"savingsBalanceVisibleToChild":true}"#,
            #"{"weeklyAllowance":"10.00","allowanceDay":"Sunday","lastAllowanceAt":"2026-11-21T10:00:00Z","nextAllowanceAt":null,"savesAutomatically":true,"transfer":"percentage","transferPercentage":"20","transferAmount":"0.00","seesSavings":true,"mayOwe":false}"#
        ),
        (
            AllowanceChange.list,
            #"{"id":"a","childId":"c-1","adjustmentType":"AmountChanged","oldAmount":5,"newAmount":10000.01,"reason":null,"adjustedByName":"Pat","adjustedAt":"2026-11-21T21:04:39Z"}"#,
            #"{"id":"a","childId":"c-1","adjustmentType":2,"oldAmount":"5.00","newAmount":10000.010,"adjustedByName":"Pat","adjustedAt":"2026-11-21T21:04:39.9Z"}"#,
            #"{"action":"amountChanged","oldAmount":"5.00","newAmount":"10000.01","reason":null,"by":"Pat","at":"2026-11-21T21:04:39Z"}"#
        ),
        (
            SavingsAccount.list,
            #"{"childId":"c-1","isEnabled":true,"currentBalance":11.35,"totalDeposited":13.35,"totalWithdrawn":2.00,"lastTransactionDate":"2026-11-21T21:04:40Z","configDescription":"Saves 20% per allowance","balanceHidden":false}"#,
            #"{"childId":"C-1","isEnabled":true,"balance":"11.35","totalDeposited":13.350,"totalWithdrawn":2,"lastTransactionDate":"2026-11-21T21:04:40"}"#,
            #"{"enabled":true,"balance":"11.35","deposited":"13.35","withdrawn":"2.00","lastMovedAt":"2026-11-21T21:04:40Z"}"#
        ),
        (
            SavingsMovement.list,
            #"{"id":"m","childId":"c-1","type":"Withdrawal","amount":2.00,"description":"back","balanceAfter":11.35,"createdAt":"2026-11-21T21:04:40Z","createdByName":"Pat"}"#,
            #"{"id":"M","type":"2","amount":"2","description":"back","balanceAfter":11.350,"createdAt":"2026-11-21T21:04:40.3","createdByName":"Pat"}"#,
            #"{"action":"withdrawal","amount":"-2.00","description":"back","balance":"11.35","at":"2026-11-21T21:04:40Z","by":"Pat"}"#
        ),
        (
            Budget.list,
            #"{"id":"b","childId":"c-1","category":"Games","limit":20.00,"period":"Monthly","alertThresholdPercent":80,"enforceLimit":false}"#,
            #"{"id":"B","childId":"c-1","category":11,"limit":"20","period":2,"alertThresholdPercent":80}"#,
            #"{"category":"Games","limit":"20.00","period":"monthly","warnsAt":80,"enforced":false}"#
        ),
        (
            Gift.list,
            #"{"id":"x","childId":"c-1","giverName":"Granny","amount":25.00,"occasion":"Birthday","customOccasion":null,"message":"Love","status":"Pending","createdAt":"2026-11-21T21:04:41Z"}"#,
            #"{"id":"X","giverName":"Granny","amount":"25","occasion":"Other","customOccasion":"Birthday","message":"Love","status":1,"createdAt":"2026-11-21T21:04:41.2"}"#,
            #"{"giver":"Granny","amount":"25.00","occasion":"Birthday","message":"Love","state":"pending","createdAt":"2026-11-21T21:04:41Z"}"#
        ),
        (
            Wish.list,
            #"{"id":"w","childId":"c-1","name":"Kite","price":12.50,"url":"https://shop.example/kite","notes":null,"isPurchased":true,"purchasedAt":"2026-01-02T00:00:00Z","createdAt":"2026-01-01T00:00:00Z","canAfford":true}"#,
            #"{"id":"W","name":"Kite","price":"12.5","url":"https://shop.example/kite","isPurchased":true,"purchasedAt":"2026-01-02T00:00:00","createdAt":"2026-01-01T00:00:00.25","canAfford":false}"#,
            #"{"name":"Kite","price":"12.50","link":"https://shop.example/kite","notes":null,"purchased":true,"purchasedAt":"2026-01-02T00:00:00Z","createdAt":"2026-01-01T00:00:00Z"}"#
        ),
        (
            FamilyNotification.list,
            #"{"id":"n","type":"TransactionCreated","title":"Money","body":"¤5.00","data":"{\"transactionId\":\"x\",\"amount\":5}","isRead":false,"createdAt":"2026-01-01T00:00:00Z","timeAgo":"now"}"#,
            #"{"notificationId":"N","type":3,"title":"Money","body":"¤5.00","data":{"transactionId":"X","amount":"5.00"},"isRead":false,"createdAt":"2026-01-01T00:00:00.7Z","timeAgo":"1 h ago"}"#,
            #"{"kind":"TransactionCreated","title":"Money","body":"¤5.00","amount":"5.00","transaction":"x","read":false,"at":"2026-01-01T00:00:00Z"}"#
        ),
    ]

    @Test("REST today, the hub and older servers come to one content", arguments: spellings.indices)
    func spelling(_ index: Int) throws {
        let (list, today, older, content) = Self.spellings[index]
        let first = try one(list, today)
        #expect(first.content == content)
        #expect(try one(list, older) == first)
        #expect(try JSONValue(parsing: content).description == content, "the expectation is not canonical")
    }

    @Test("words in any letter case, numbers and digits are one; what nobody knows is kept")
    func words() throws {
        func state(_ word: String) -> String { ServerWord<Completion.State>(word).text }
        for word in ["Approved", "approved", "APPROVED", "1"] { #expect(state(word) == "approved") }
        for word in ["01", "9", "Praised", ""] { #expect(state(word) == word) }
        func all<Word: KnownWord>(_: Word.Type) {
            for word in Word.allCases {
                #expect(ServerWord<Word>(String(word.number)) == .known(word))
                #expect(ServerWord<Word>(word.rawValue.uppercased()) == .known(word))
            }
            #expect(Set(Word.allCases.map(\.number)).count == Word.allCases.count)
        }
        all(Goal.State.self)
        all(Chore.State.self)
        all(Completion.State.self)
        all(AllowanceChange.Action.self)
        all(SavingsMovement.Action.self)
        all(ChildSettings.Transfer.self)
        all(Budget.Period.self)
        all(Gift.State.self)
    }

    @Test("a category may be a number that has no name")
    func numberedCategory() throws {
        let goal = try one(Goal.list, #"{"id":"g","name":"Book","targetAmount":9.99,"category":8}"#)
        #expect(goal.content.contains(#""category":"8""#))
    }

    @Test("a category is the word of one way of money, by name or number; of both ways it is two")
    func categories() throws {
        let income = try facts(Category.list, #"["Gift",1,"OtherIncome","gift"]"#, owner: "Credit")
        #expect(income.map(\.id) == ["income-gift", "income-allowance", "income-otherincome", "income-gift"])
        #expect(income[0].content == #"{"category":"Gift","way":"income"}"# && income.allSatisfy { $0.child == nil })
        #expect(income.map(\.rank) == [1, 2, 3, 4], "the server's order is kept")
        #expect(try facts(Category.list, #"["Gift"]"#, owner: "Debit").map(\.id) == ["spending-gift"])
        for (text, owner) in [
            (#"["Gift"]"#, nil), (#"["Gift"]"#, "c-1"), (#"[""]"#, "Credit"), ("[0]", "Credit"), ("[null]", "Credit"),
            (#"["../../x"]"#, "Debit"), (#"[{"name":"Gift"}]"#, "Debit"),
        ] as [(String, String?)] {
            #expect(throws: JSONError.self, "\(text)") { try facts(Category.list, text, owner: owner) }
        }
    }

    @Test("what is hidden from a child's login is none, not nothing, and says that it is a part")
    func hidden() throws {
        let savings = try one(SavingsAccount.list, #"{"childId":"c-1","isEnabled":true,"currentBalance":null}"#)
        #expect(savings.isPartial && savings.content.contains(#""balance":null"#))
        let shown = try one(SavingsAccount.list, #"{"childId":"c-1","isEnabled":true,"currentBalance":0}"#)
        #expect(!shown.isPartial && shown.content.contains(#""balance":"0.00""#))
    }

    @Test("a row that leaves its child out is the child's whose list it is; one of the family is nobody's")
    func owners() throws {
        #expect(try one(Wish.list, #"{"id":"w","name":"Kite","price":1}"#).child?.rawValue == "c-1")
        #expect(try one(Wish.list, #"{"id":"w","childId":"c-2","name":"Kite","price":1}"#).child?.rawValue == "c-2")
        #expect(try one(Chore.list, #"{"id":"t","title":"x","rewardAmount":1}"#, owner: nil).child == nil)
    }
}
