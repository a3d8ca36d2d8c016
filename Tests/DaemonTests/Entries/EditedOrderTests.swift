import AllowanceAPI
import Control
import JSON
import Store
import SyncEngine
import Testing
import Values

@testable import Daemon

@Suite("Orders that are changed while they wait")
struct EditedOrderTests {
    private static let child = ChildRow.ID(rawValue: "a1")

    /// As it was ordered, with a record of this content where it is about one.
    private static func order(
        _ deed: RecordOrder.Deed, _ fields: [String: String], about content: String? = nil
    ) throws -> RecordOrder {
        let payload = try deed.form.payload(fields)
        let request = OrderRequest(
            deed.form, child: child.rawValue, record: content.map { _ in "r1" }, payload: payload, current: content)
        return RecordOrder(
            deed, record: content.map { _ in RecordRow.ID(rawValue: "r1") }, owner: "o1", payload: payload,
            base: request.preview, title: "Lawn")
    }

    private static func edited(_ order: RecordOrder, _ change: (inout EntryDraft) -> Void) throws -> RecordOrder {
        var draft = EntryDraft(id: "0123456789abcdef")
        change(&draft)
        return try OrderRules.edited(order, of: child, draft)
    }

    private static func refusal(_ order: RecordOrder, _ change: (inout EntryDraft) -> Void) -> String {
        do {
            _ = try edited(order, change)
            return ""
        } catch { return (error as? ControlAnswer.Refusal)?.message ?? "\(error)" }
    }

    @Test("a chore that was said to be done keeps its title and reward when its notes change")
    func done() throws {
        let chore = #"{"title":"Lawn","reward":"2.50"}"#
        let order = try Self.order(.doneChore, ["notes": "front"], about: chore)
        let now = try Self.edited(order) { $0.notes = "front and back" }
        #expect(now.title == "Lawn" && now.record == order.record && now.owner == order.owner)
        let shown = try JSONValue(parsing: try #require(now.base))
        #expect(shown["title"] == "Lawn" && shown["reward"] == "2.50", "\(shown)")
        #expect(shown["notes"] == "front and back")
    }

    @Test("a photo is no word that could be set", arguments: ["", String(repeating: "a", count: 64)])
    func photo(_ text: String) throws {
        let order = try Self.order(.doneChore, [:], about: #"{"title":"Lawn","reward":"2.50"}"#)
        #expect(Self.refusal(order) { $0.fields["photo"] = text } == "the photo of an order cannot be changed")
    }

    @Test("what goes into a goal is changed by --amount as it was typed, and no other spelling is taken")
    func deposit() throws {
        let order = try Self.order(.depositGoal, ["amount": "5.00"], about: "{}")
        #expect(try JSONValue(parsing: try Self.edited(order) { $0.amount = "7.5" }.payload)["amount"] == "7.50")
        for text in ["+7.50", "-7.50", "7,50", "1.005", "0.00", ""] {
            #expect(Self.refusal(order) { $0.amount = text }.hasPrefix("'amount' "), "\(text)")
        }
    }

    @Test("what is made is shown and called as it is changed")
    func made() throws {
        let order = try Self.order(.addGoal, ["name": "Bike", "target": "100", "category": "Other"])
        let now = try Self.edited(order) { $0.fields = ["name": "Bicycle", "target": "120.00"] }
        let shown = try JSONValue(parsing: try #require(now.base))
        #expect(now.title == "Bicycle" && shown["name"] == "Bicycle" && shown["target"] == "120.00", "\(shown)")
        #expect(Self.refusal(order) { $0.fields = ["price": "3"] } == "goals add has no 'price'")
        #expect(Self.refusal(order) { $0.notes = "?" } == "goals add has no 'notes'")
    }
}
