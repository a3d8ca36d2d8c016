import JSON
import Testing
import Values

@testable import AllowanceAPI

@Suite("Lists of records")
struct RecordListTests {
    private func page(_ list: RecordList, _ text: String) throws -> RecordAnswer {
        try list.page(JSONNode(family: try JSONValue(parsing: text)), of: "c-1")
    }

    private let goal = #"{"id":"g","name":"Bike","targetAmount":1}"#

    @Test(
        "what cannot be kept is refused with its place",
        arguments: [
            (#"[{"id":"../c","name":"x","targetAmount":1}]"#, "[0].id"),
            (#"[{"id":"g%2f","name":"x","targetAmount":1}]"#, "[0].id"),
            (#"[{"name":"x","targetAmount":1}]"#, "[0].id"),
            (#"[{"id":"g","childId":"a/b","targetAmount":1}]"#, "[0].childId"),
            (#"[{"id":"g","name":"x"}]"#, "[0].targetAmount"),
            (#"[{"id":"g","name":"x","targetAmount":null}]"#, "[0].targetAmount"),
            (#"[{"id":"g","name":"x","targetAmount":1e400}]"#, "[0].targetAmount"),
            (#"[{"id":"g","name":"x","targetAmount":123456789012345678901234567890123456789012}]"#, "[0].targetAmount"),
            (#"[{"id":"g","name":"x","targetAmount":"1,5"}]"#, "[0].targetAmount"),
            (#"[{"id":"g","name":"x","targetAmount":true}]"#, "[0].targetAmount"),
            (#"[{"id":"g","name":7,"targetAmount":1}]"#, "[0].name"),
            (#"[{"id":"g","name":"x","targetAmount":1,"status":[]}]"#, "[0].status"),
            (#"[{"id":"g","name":"x","targetAmount":1,"priority":9223372036854775808}]"#, "[0].priority"),
            (#"[{"id":"g","name":"x","targetAmount":1,"priority":1.5}]"#, "[0].priority"),
            (#"[{"id":"g","name":"x","targetAmount":1,"createdAt":"yesterday"}]"#, "[0].createdAt"),
            (#"[{"id":"g","name":"x","targetAmount":1},{"id":""}]"#, "[1].id"),
            ("[[]]", "[0]"), (#"["g"]"#, "[0]"), ("7", ""), (#""text""#, ""),
        ])
    func hostile(_ text: String, _ place: String) throws {
        let error = #expect(throws: JSONError.self) { try self.page(Goal.list, text) }
        #expect(error?.path.description.hasPrefix(place) == true, "\(String(describing: error))")
    }

    @Test("an answer is a bare list, a member of it, one of an envelope, or the one record")
    func shapes() throws {
        let member = #"{"userId":"u","firstName":"Pat"}"#
        for text in [
            "[\(member)]", #"{"members":[\#(member)]}"#, #"{"data":[\#(member)]}"#, #"{"items":[\#(member)]}"#,
        ] {
            #expect(try page(FamilyMember.list, text).facts.map(\.id) == ["u"])
        }
        #expect(throws: JSONError.self) { try self.page(FamilyMember.list, #"{"people":[]}"#) }
        #expect(try page(ChildSettings.list, #"{"id":"c-1"}"#).facts.map(\.id) == ["c-1"])
        #expect(try page(Goal.list, "[]") == RecordAnswer(facts: [], isWhole: true))
    }

    @Test("an answer is the whole unless it says that there is more, or is as long as was asked for")
    func whole() throws {
        #expect(try page(Goal.list, "[\(goal)]").isWhole)
        for (more, isWhole) in [(#""hasMore":true"#, false), (#""hasMore":false"#, true), (#""totalCount":9"#, true)] {
            #expect(try page(FamilyNotification.list, #"{"notifications":[],\#(more)}"#).isWhole == isWhole)
        }
        #expect(try !page(FamilyNotification.list, #"{"data":[],"pagination":{"hasMore":true}}"#).isWhole)
        func movements(_ count: Int) -> String {
            "[" + (0..<count).map { #"{"id":"m\#($0)","amount":1,"balanceAfter":1}"# }.joined(separator: ",") + "]"
        }
        #expect(try page(SavingsMovement.list, movements(499)).isWhole)
        #expect(try !page(SavingsMovement.list, movements(500)).isWhole)
    }

    @Test(
        "a list without times keeps the server's order; one with times has the newest first, whichever list it stood in"
    )
    func ranks() throws {
        let goals = try page(Goal.list, "[\(goal),\(goal.replacing(text: #""g""#, with: #""a""#))]")
        #expect(goals.facts.map(\.rank) == [1, 2])
        func chore(_ id: String, _ second: String) -> String {
            #"{"id":"\#(id)","title":"x","rewardAmount":1,"createdAt":"2026-01-01T00:00:\#(second)Z"}"#
        }
        let chores = try page(Chore.list, "[\(chore("a", "02")),\(chore("b", "01"))]").facts
        #expect(chores[0].rank < chores[1].rank && chores[1].rank < 0)
        // A row more in front of them moves neither.
        let later = try page(Chore.list, "[\(chore("c", "09")),\(chore("a", "02")),\(chore("b", "01"))]").facts
        #expect(Array(later.dropFirst()) == chores && later[0].rank < chores[0].rank)
    }

    @Test("of changes within one second, which the server lists the oldest first, the last comes first")
    func ties() throws {
        func change(_ id: String, _ action: String) -> String {
            #"{"id":"\#(id)","adjustmentType":"\#(action)","adjustedAt":"2026-01-01T00:00:01Z"}"#
        }
        let facts = try page(AllowanceChange.list, "[\(change("z", "Paused")),\(change("a", "Resumed"))]").facts
        #expect(facts.sorted { $0.rank < $1.rank }.map(\.id) == ["a", "z"])
    }

    @Test(
        "of movements within one second, which the server lists the newest first, the first stays first, and those behind it where they were"
    )
    func newestFirst() throws {
        func movement(_ id: String) -> String {
            #"{"id":"\#(id)","amount":1,"balanceAfter":1,"createdAt":"2026-01-01T00:00:01Z"}"#
        }
        let facts = try page(SavingsMovement.list, "[\(movement("z")),\(movement("a"))]").facts
        #expect(facts.sorted { $0.rank < $1.rank }.map(\.id) == ["z", "a"])
        let later = try page(SavingsMovement.list, "[\(["m", "z", "a"].map(movement).joined(separator: ","))]").facts
        #expect(Array(later.dropFirst()) == facts && later[0].rank < facts[0].rank)
    }

    @Test("a rank is below zero and comes later the older; without a moment it comes last")
    func rank() {
        let day = Timestamp(seconds: 1_700_000_000)
        let ranks = [day.advanced(by: .seconds(1)), day].map { RecordFact.rank(at: $0) } + [RecordFact.rank(at: nil)]
        #expect(ranks == ranks.sorted() && ranks.allSatisfy { $0 < 0 })
        #expect(RecordFact.rank(at: day, place: 3) < RecordFact.rank(at: day, place: 2))
        #expect(RecordFact.rank(at: day, place: .max) > RecordFact.rank(at: day.advanced(by: .seconds(1))))
        // Before 1970 and at the ends of what a moment can be nothing overflows.
        for seconds in [-1, -62_135_596_800, 253_402_300_799] as [Int64] {
            #expect(RecordFact.rank(at: Timestamp(seconds: seconds)) < 0)
        }
    }

    @Test("every list says where it is, in a path that its owner alone fills in")
    func routes() throws {
        let lists = [
            Goal.list, Wish.list, Chore.list, Completion.list, FamilyMember.list, ChildSettings.list,
            AllowanceChange.list, SavingsAccount.list, SavingsMovement.list, Budget.list, FamilyNotification.list,
            Category.list, Gift.list,
        ]
        #expect(Set(lists.map(\.name)).count == lists.count, "routes are pinned by the name")
        for list in lists {
            for route in list.routes.indices {
                let call = list.call(route, of: list.scope == .login ? nil : "c-1", page: 3)
                #expect(call.path.hasPrefix("/api/v1/") && !call.path.contains("{"), "\(call.path)")
                #expect(call.path.contains("c-1") == (list.scope != .login), "\(call.path)")
                #expect(call.path.contains("page=3") == list.hasPages(route))
                #expect(!call.name.contains("c-1") && !call.name.contains("?") && !call.isWrite)
            }
        }
    }
}
