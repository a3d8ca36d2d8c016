import AllowanceAPI
import Control
import Store
import SyncEngine
import Testing

@testable import Daemon

/// What a file says is a stranger's word, whatever its sum is.
@Suite("Orders that come from a file")
struct ImportedOrderTests {
    private static let child = ChildRow.ID(rawValue: "a1")

    private static func order(
        _ deed: RecordOrder.Deed = .editWish, record: String? = "w1", owner: String = "a1",
        payload: String = #"{"price":"2.00"}"#, base: String? = #"{"price":"1.00"}"#, title: String = "Kite"
    ) -> RecordOrder {
        RecordOrder(
            deed, record: record.map { .init(rawValue: $0) }, owner: owner, payload: payload, base: base, title: title)
    }

    private static func refusal(_ order: RecordOrder, of child: ChildRow.ID? = child) -> String? {
        do {
            _ = try OrderRules.imported(order, of: child, photo: nil)
            return nil
        } catch { return error.message }
    }

    @Test("one that an order of its kind can be is taken as it is")
    func sound() throws {
        #expect(try OrderRules.imported(Self.order(), of: Self.child, photo: nil) == Self.order())
        let done = Self.order(.doneChore, record: "lawn", owner: "lawn", payload: "{}", base: nil)
        #expect(Self.refusal(done) == nil)
        let approved = Self.order(.approveChore, record: "done-1", owner: "lawn", payload: "{}", base: nil)
        #expect(Self.refusal(approved) == nil)
    }

    @Test(
        "what leads elsewhere, or cannot be compared, is refused",
        arguments: [
            order(owner: "../../auth/me?x="), order(owner: "b2"), order(owner: ""), order(record: "../w"),
            order(record: nil),
            order(base: "nope"), order(base: "[]"), order(base: #""1.00""#), order(payload: "nope"),
            order(.doneChore, record: "lawn", owner: "room", payload: "{}", base: nil),
            order(.approveChore, record: "done-1", owner: "a/b", payload: "{}", base: nil),
            order(.readNotifications, record: "n1", owner: "a1", payload: "{}", base: nil),
        ])
    func hostile(_ order: RecordOrder) {
        #expect(Self.refusal(order) != nil)
    }

    @Test(
        "only what is a login's own is nobody's, and that is no child's",
        arguments: [
            RecordOrder.Deed.readNotifications, .buyWish, .removeWish, .removeGoal, .pauseAllowance, .resumeAllowance,
            .doneChore, .approveChore, .rejectChore,
        ])
    func whose(_ deed: RecordOrder.Deed) throws {
        let isLogin = deed.subject == .login
        let owner =
            switch deed.form.list.scope {
            case .login, .way: ""
            case .child: "a1"
            case .chore, .goal: "w1"
            }
        let payload = deed == .readNotifications ? #"{"ids":["n1"]}"# : "{}"
        let order = Self.order(
            deed, record: deed.subject == .child ? nil : "w1", owner: owner, payload: payload, base: nil)
        #expect(Self.refusal(order, of: isLogin ? Self.child : nil) == "it is not said what it is about")
        #expect(Self.refusal(order, of: isLogin ? nil : Self.child) == nil)
    }

    @Test("a title of a book's length becomes one of a title's")
    func long() throws {
        let order = Self.order(title: String(repeating: "x", count: 20_000))
        #expect(try OrderRules.imported(order, of: Self.child, photo: nil).title.count == 200)
    }
}
