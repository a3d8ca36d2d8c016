import AllowanceAPI
import Testing

/// What an order takes for granted, and what of it is no longer so.
@Suite("What an order and its record say")
struct OrderComparisonTests {
    private static let wish =
        #"{"name":"Kite","price":"12.50","link":null,"notes":null,"purchased":false,"purchasedAt":null}"#

    private func sight(
        _ form: OrderForm, _ payload: String, base: String, own: [String] = [], _ content: String
    ) -> OrderForm.Sight {
        let fact = RecordFact(id: "w", child: nil, content: content, rank: 1)
        return form.sight(of: payload, record: "w", base: base, own: own, in: [fact], isWhole: true)
    }

    @Test("only what both sides are about is contested, with all three values")
    func contests() {
        let (payload, base) = (#"{"name":"Kit","price":"14.00"}"#, #"{"name":"Kite","price":"12.50"}"#)
        let both = #"{"name":"Dragon","price":"13.00","notes":"x"}"#
        #expect(
            sight(.editWish, payload, base: base, both)
                == .notYet([
                    OrderContest("name", base: #""Kite""#, local: #""Kit""#, server: #""Dragon""#),
                    OrderContest("price", base: #""12.50""#, local: #""14.00""#, server: #""13.00""#),
                ]))
        #expect(sight(.editWish, #"{"price":"14.00"}"#, base: base, both).contested == ["price"])
        #expect(sight(.editWish, payload, base: base, Self.wish).contested == [])
        // Blanks and an empty text are nothing.
        #expect(sight(.editWish, payload, base: base, #"{"name":" Kite ","price":"12.50"}"#).contested == [])
        #expect(sight(.editWish, #"{"notes":"y"}"#, base: #"{"notes":null}"#, #"{"notes":""}"#).contested == [])
        // What cannot be read says nothing.
        #expect(sight(.editWish, payload, base: "[", both).contested == [])
    }

    @Test("a change by the same person's earlier order is no contest, one after it is")
    func own() {
        let (payload, base) = (#"{"price":"15.00"}"#, #"{"price":"12.50"}"#)
        let own = [#"{"price":"13.00"}"#, #"{"name":"x","price":"14.00"}"#, #"{"name":"y"}"#]
        #expect(sight(.editWish, payload, base: base, own: own, #"{"price":"14.00"}"#).contested == [])
        #expect(sight(.editWish, payload, base: base, own: own, #"{"price":"13.00"}"#).contested == ["price"])
        #expect(sight(.editWish, payload, base: base, own: own, #"{"price":"12.50"}"#).contested == ["price"])
    }

    @Test("a removal heeds what people write of a record, and not what changes by itself")
    func removal() throws {
        let comparison = OrderComparison(.removeGoal)
        let goal = #"{"name":"Boat","target":"9.00","saved":"1.00","state":"active","priority":1}"#
        let base = try #require(comparison.base("{}", of: goal))
        #expect(base.contains(#""target":"9.00""#) && !base.contains("saved"))
        let saved = goal.replacing("1.00", with: "2.00")
        #expect(sight(.removeGoal, "{}", base: base, saved).contested == [])
        let dearer = goal.replacing("9.00", with: "19.00")
        let removal = OrderContest(
            OrderContest.removal, base: #"{"target":"9.00"}"#, local: nil, server: #"{"target":"19.00"}"#)
        #expect(sight(.removeGoal, "{}", base: base, dearer) == .notYet([removal]))
        // Taken for granted from here on, it is no contest; the next change is.
        let accepted = try #require(comparison.base(base, accepting: removal))
        #expect(sight(.removeGoal, "{}", base: accepted, dearer).contested == [])
        #expect(sight(.removeGoal, "{}", base: accepted, goal).contested == [OrderContest.removal])
        #expect(comparison.value(of: removal, in: goal) == #"{"target":"9.00"}"#)
        #expect(comparison.payload("{}", without: [OrderContest.removal]) == nil)
    }

    @Test("an order without a field, with another value, with another base")
    func parts() throws {
        let comparison = OrderComparison(.editWish)
        let payload = #"{"name":"Kit","price":"14.00"}"#
        #expect(comparison.payload(payload, without: ["name"]) == #"{"price":"14.00"}"#)
        #expect(comparison.payload(payload, without: ["name", "price"]) == nil)
        let reason = #"{"weeklyAllowance":"9.00","reason":"older"}"#
        #expect(OrderComparison(.setAllowance).payload(reason, without: ["weeklyAllowance"]) == nil, "a remark alone")
        #expect(
            OrderComparison.payload(payload, setting: "price", to: #""15.00""#) == #"{"name":"Kit","price":"15.00"}"#)
        #expect(OrderComparison.payload(payload, setting: "name", to: nil) == #"{"name":null,"price":"14.00"}"#)
        #expect(OrderComparison.payload(payload, setting: "notes", to: #""x""#) == payload, "it never said that")
        let contest = OrderContest("price", base: #""12.50""#, local: #""14.00""#, server: nil)
        #expect(comparison.base(#"{"price":"12.50"}"#, accepting: contest) == #"{"price":null}"#)
        #expect(comparison.base(nil, accepting: contest) == nil)
        #expect(comparison.value(of: contest, in: Self.wish) == #""12.50""#)
    }

    @Test("which fields two people can change at the same time")
    func contestable() {
        #expect(OrderComparison(.editWish).contestable == ["name", "price", "link", "notes"])
        #expect(OrderComparison(.buyWish).contestable == ["purchased"])
        #expect(OrderComparison(.setAllowance).contestable == ["weeklyAllowance"])
        #expect(OrderComparison(.removeWish).contestable == [OrderContest.removal])
        for form in [OrderForm.addWish, .depositGoal, .pauseAllowance, .readNotifications, .addChore] {
            #expect(OrderComparison(form).contestable == [], "\(form.name)")
        }
    }
}

extension OrderForm.Sight {
    fileprivate var contested: [String]? {
        if case .notYet(let contests) = self { contests.map(\.field) } else { nil }
    }
}
