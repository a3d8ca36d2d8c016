import HTTPClient
import JSON
import Testing
import Values

@testable import AllowanceAPI

/// What each order says, how each server is asked, and which fact shows that it was carried out.
@Suite("Forms of orders")
struct OrderFormTests {
    private static let all: [OrderForm] = [
        .addWish, .editWish, .buyWish, .removeWish, .addGoal, .editGoal, .depositGoal, .withdrawGoal, .removeGoal,
        .setAllowance, .pauseAllowance, .resumeAllowance, .changeSettings, .readNotifications, .addChore, .doneChore,
        .approveChore, .rejectChore,
    ]

    private func requests(
        _ form: OrderForm, _ fields: [String: String] = [:], current: String? = nil
    ) throws -> [String] {
        let order = OrderRequest(
            form, child: "c1", record: "r1", payload: try form.payload(fields), current: current)
        return try form.routes.map { route in
            let call = try route.call(order, key: "key-1")
            #expect(call.isWrite && call.idempotencyKey == "key-1" && !call.name.contains("c1"))
            return
                "\(call.method.rawValue) \(call.path) \(call.body.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
        }
    }

    @Test("each server is asked in its own way, today's first")
    func routes() throws {
        let api = "/api/v1"
        #expect(
            try requests(.addWish, ["name": " Kite ", "price": "12.5"]) == [
                #"POST \#(api)/children/c1/wishlist {"name":"Kite","price":12.50}"#,
                #"POST \#(api)/wishlist {"childId":"c1","name":"Kite","price":12.50}"#,
            ])
        let wish = #"{"name":"Kite","price":"12.50","link":null,"notes":"blue","purchased":false}"#
        #expect(
            try requests(.editWish, ["price": "14"], current: wish).last
                == #"PUT \#(api)/wishlist/r1 {"name":"Kite","price":14.00,"url":null,"notes":"blue"}"#)
        #expect(try requests(.editWish, ["notes": ""], current: wish).last?.contains(#""notes":null"#) == true)
        #expect(try requests(.buyWish).last == "POST \(api)/wishlist/r1/purchase -")
        #expect(try requests(.removeWish).first == "DELETE \(api)/children/c1/wishlist/r1 -")
        #expect(
            try requests(
                .addGoal, ["name": "Boat", "target": "99", "category": "toy", "due": "2026-12-24", "priority": "2"])
                == [
                    #"POST \#(api)/savings-goals {"childId":"c1","name":"Boat","targetAmount":99.00,"category":"Toy","targetDate":"2026-12-24T00:00:00Z","priority":2}"#
                ])
        #expect(try requests(.editGoal, ["target": "9"]) == [#"PUT \#(api)/savings-goals/r1 {"targetAmount":9.00}"#])
        #expect(
            try requests(.depositGoal, ["amount": "5", "description": "x"])
                == [#"POST \#(api)/savings-goals/r1/contribute {"amount":5.00,"description":"x"}"#])
        #expect(
            try requests(.withdrawGoal, ["amount": "5"]) == [#"POST \#(api)/savings-goals/r1/withdraw {"amount":5.00}"#]
        )
        #expect(try requests(.removeGoal) == ["DELETE \(api)/savings-goals/r1 -"])
        #expect(
            try requests(.setAllowance, ["weeklyAllowance": "7.50", "reason": "older"]) == [
                #"PUT \#(api)/children/c1/allowance/amount {"newAmount":7.50,"reason":"older"}"#,
                #"PUT \#(api)/children/c1/allowance {"weeklyAllowance":7.50,"reason":"older"}"#,
            ])
        #expect(try requests(.pauseAllowance) == ["POST \(api)/children/c1/allowance/pause {}"])
        #expect(try requests(.resumeAllowance) == ["POST \(api)/children/c1/allowance/resume -"])
        let settings =
            #"{"weeklyAllowance":"10.00","allowanceDay":"Sunday","savesAutomatically":true,"transfer":"percentage","transferPercentage":"20","transferAmount":"0.00","seesSavings":true,"mayOwe":false}"#
        #expect(
            try requests(.changeSettings, ["mayOwe": "yes"], current: settings) == [
                #"PUT \#(api)/children/c1/settings {"weeklyAllowance":10.00,"allowanceDay":"Sunday","savingsAccountEnabled":true,"savingsTransferType":"percentage","savingsTransferPercentage":20,"savingsTransferAmount":0.00,"savingsBalanceVisibleToChild":true,"allowDebt":true}"#
            ])
        #expect(
            try requests(.readNotifications, ["ids": "a b"])
                == [#"POST \#(api)/notifications/read {"notificationIds":["a","b"]}"#])
    }

    @Test(
        "what cannot be meant is refused with its place",
        arguments: [
            (OrderForm.addWish, ["price": "1"], "what 'name' is"),
            (.addWish, ["name": "  ", "price": "1"], "'name' is empty"),
            (.addWish, ["name": "x", "price": ""], "'price' is empty"),
            (.addWish, ["name": "x", "price": "0"], "from 0.01"),
            (.addWish, ["name": "x", "price": "100000.01"], "to 100000.00"),
            (.addWish, ["name": "x", "price": "-1"], "no amount"),
            (.addWish, ["name": "x", "price": "1e3"], "no amount"),
            (.addWish, ["name": "x", "price": "1."], "no amount"),
            (.addWish, ["name": "x", "price": "01"], "no amount"),
            (.addWish, ["name": "x", "price": "1.005"], "two decimal"),
            (.addWish, ["name": "x", "price": "99999999999999999999"], "no amount"),
            (.addWish, ["name": "x", "price": "1", "colour": "red"], "has no 'colour'"),
            (.addWish, ["name": String(repeating: "🎈", count: 101), "price": "1"], "202 characters"),
            (.editWish, [:], "what to change"), (.buyWish, ["name": "x"], "has no 'name'"),
            (.addGoal, ["name": "x", "target": "1", "category": "Boats"], "'category' is not a word"),
            (.addGoal, ["name": "x", "target": "1", "due": "tomorrow"], "'due' is no day"),
            (.addGoal, ["name": "x", "target": "1", "due": "2026-02-30"], "'due' is no day"),
            (.addGoal, ["name": "x", "target": "1", "priority": "0"], "from 1 to 100"),
            (.depositGoal, ["amount": "0"], "from 0.01"),
            (.setAllowance, ["weeklyAllowance": "10000.01"], "to 10000.00"),
            (.changeSettings, ["mayOwe": "maybe"], "neither yes nor no"),
            (.changeSettings, ["transferPercentage": "101"], "from 0 to 100"),
            (.changeSettings, ["mayOwe": ""], "neither yes nor no"), (.changeSettings, [:], "what to change"),
            (.changeSettings, ["mayOwe": "maybe"], "'may-owe'"), (.changeSettings, ["percentage": "x"], "'percentage'"),
            (.addChore, ["title": "Lawn"], "what 'reward' is"), (.addChore, ["reward": "1"], "what 'title' is"),
            (.addChore, ["title": "Lawn", "reward": "1000.01"], "to 1000.00"),
            (.doneChore, ["photo": "lawn.jpg"], "8 characters"), (.doneChore, ["reward": "9"], "has no 'reward'"),
            (.approveChore, ["rejection": "no"], "has no 'rejection'"),
            (.rejectChore, ["rejection": String(repeating: "x", count: 501)], "'reason' has 501 characters"),
        ])
    func refused(_ form: OrderForm, _ fields: [String: String], _ expected: String) {
        var message = ""
        do throws(OrderMistake) { _ = try form.payload(fields) } catch { message = error.message }
        #expect(message.contains(expected), "\(form.name) \(fields): \(message)")
    }

    @Test("what was typed is shown again, and what was not is asked for by its option")
    func named() {
        func mistake(_ form: OrderForm, _ fields: [String: String]) -> OrderMistake? {
            do throws(OrderMistake) { _ = try form.payload(fields) } catch { return error }
            return nil
        }
        let day = mistake(.changeSettings, ["allowanceDay": "Someday"])
        #expect(day?.message == "'day' is not a word that the server knows: 'Someday'")
        #expect(day?.hint?.hasPrefix("one of: ") == true)
        let long = mistake(.addWish, ["name": "x", "price": String(repeating: "x", count: 50)])
        #expect(long?.message.hasSuffix("x…'") == true && long?.message.count ?? 0 < 80)
        let missing = [
            (OrderForm.addWish, "name", "--price AMOUNT"), (.addGoal, "name", "--target AMOUNT"),
            (.addChore, "title", "--reward AMOUNT"),
        ]
        for (form, name, option) in missing {
            #expect(mistake(form, [name: "x"])?.hint == "add \(option)")
        }
        let weekly = OrderForm.setAllowance.fields.first { $0.name == "weeklyAllowance" }
        #expect(
            throws: OrderMistake(
                message: "'weeklyAllowance' is no amount: 'abc'", hint: "write it as 12.50, without a currency")
        ) {
            try weekly?.value(of: "abc", called: "weeklyAllowance")
        }
    }

    @Test("chores are asked for as the server wants them, and a review always says which")
    func chores() throws {
        let api = "/api/v1"
        #expect(
            try requests(.addChore, ["title": "Lawn", "reward": "2.5"])
                == [
                    #"POST \#(api)/tasks {"childId":"c1","isRecurring":false,"title":"Lawn","rewardAmount":2.50}"#
                ])
        let reviews = "PUT \(api)/tasks/completions/r1/review"
        #expect(try requests(.approveChore) == [#"\#(reviews) {"isApproved":true}"#])
        #expect(
            try requests(.rejectChore, ["reason": "the pots"])
                == [#"\#(reviews) {"isApproved":false,"rejectionReason":"the pots"}"#])
        #expect(try OrderForm.rejectChore.payload(["rejection": "x"]) == OrderForm.rejectChore.payload(["reason": "x"]))
        let done = try OrderForm.doneChore.routes.map { route in
            let payload = try OrderForm.doneChore.payload(["notes": "front"])
            let order = OrderRequest(.doneChore, child: "c1", record: "r1", payload: payload)
            return try route.call(order, key: "key-1").path
        }
        #expect(done == ["\(api)/tasks/r1/complete"])
    }

    @Test("a change of an order keeps what it does not name, and the order of what it says")
    func changed() throws {
        let former = try OrderForm.addWish.payload(["price": "1", "name": "Kite", "notes": "blue"])
        #expect(former == #"{"name":"Kite","price":"1.00","notes":"blue"}"#)
        #expect(
            try OrderForm.addWish.payload(["price": "2"], changing: former)
                == #"{"name":"Kite","price":"2.00","notes":"blue"}"#)
    }

    @Test("in the place of what is to be made lists show what a server would answer")
    func preview() throws {
        let wish = OrderRequest(
            .addWish, child: "c1", record: nil, payload: try OrderForm.addWish.payload(["name": "Kite", "price": "1"]))
        #expect(
            wish.preview
                == #"{"name":"Kite","price":"1.00","link":null,"notes":null,"purchased":false,"purchasedAt":null,"createdAt":null}"#
        )
        let goal = OrderRequest(
            .addGoal, child: "c1", record: nil, payload: try OrderForm.addGoal.payload(["name": "Boat", "target": "9"]))
        #expect(goal.preview?.contains(#""saved":"0.00","state":"active""#) == true)
        #expect(OrderRequest(.buyWish, child: "c1", record: "r", payload: "{}").preview == nil)
    }

    private func sight(
        _ form: OrderForm, _ contents: [String: String], isWhole: Bool = true
    ) throws -> OrderForm.Sight {
        try sight(form, [:], contents, isWhole: isWhole)
    }

    private func sight(
        _ form: OrderForm, _ fields: [String: String], base: String? = nil, _ contents: [String: String],
        isWhole: Bool = true
    ) throws -> OrderForm.Sight {
        let facts = contents.sorted { $0.key < $1.key }.enumerated().map { place, fact in
            RecordFact(id: fact.key, child: nil, content: fact.value, rank: place)
        }
        return form.sight(of: try form.payload(fields), record: "r1", base: base, in: facts, isWhole: isWhole)
    }

    @Test("a record that says what is wanted is done; else whether somebody else has changed it, or it is gone")
    func sights() throws {
        let wish = #"{"name":"Kite","price":"12.50","notes":null,"purchased":false}"#
        #expect(try sight(.editWish, ["price": "12.5", "notes": ""], ["r1": wish]) == .done)
        #expect(try sight(.editWish, ["price": "14"], ["r1": wish]) == .notYet())
        let base = OrderComparison(.editWish).base(try OrderForm.editWish.payload(["price": "14"]), of: wish)
        #expect(base == #"{"price":"12.50"}"#)
        #expect(try sight(.editWish, ["price": "14"], base: base, ["r1": wish]) == .notYet())
        let other = #"{"name":"Kite","price":"13.00","notes":null,"purchased":false}"#
        #expect(
            try sight(.editWish, ["price": "14"], base: base, ["r1": other])
                == .notYet([OrderContest("price", base: #""12.50""#, local: #""14.00""#, server: #""13.00""#)]))
        // What somebody else has changed beside it does not matter.
        #expect(
            try sight(.editWish, ["notes": "x"], base: #"{"notes":null}"#, ["r1": other]) == .notYet())
        #expect(try sight(.buyWish, ["r1": wish]) == .notYet())
        #expect(try sight(.buyWish, ["r1": #"{"purchased":true}"#]) == .done)
        #expect(try sight(.buyWish, ["r2": wish]) == .gone)
        #expect(try sight(.buyWish, ["r2": wish], isWhole: false) == .notYet())
        #expect(try sight(.removeWish, ["r1": wish]) == .notYet())
        #expect(try sight(.removeWish, ["r2": wish]) == .done)
        #expect(try sight(.removeWish, [:], isWhole: false) == .notYet())
        #expect(try sight(.removeGoal, ["r1": #"{"state":"cancelled"}"#]) == .done)
        #expect(try sight(.removeGoal, ["r1": #"{"state":"active"}"#]) == .notYet())
        #expect(try sight(.removeGoal, [:]) == .done)
        let settings = #"{"weeklyAllowance":"7.50"}"#
        #expect(try sight(.setAllowance, ["weeklyAllowance": "7.5", "reason": "x"], ["r1": settings]) == .done)
        #expect(
            OrderComparison(.setAllowance).base(#"{"weeklyAllowance":"9.00","reason":"x"}"#, of: settings) == settings)
    }

    @Test("a pause is what the last pause or resumption says; notifications are read when all that are listed are")
    func lists() throws {
        let (paused, resumed, other) = (
            #"{"action":"paused"}"#, #"{"action":"resumed"}"#, #"{"action":"amountChanged"}"#
        )
        #expect(try sight(.pauseAllowance, ["a": other, "b": paused, "c": resumed]) == .done)
        #expect(try sight(.pauseAllowance, ["a": resumed, "b": paused]) == .notYet())
        #expect(try sight(.pauseAllowance, [:]) == .notYet())
        #expect(try sight(.resumeAllowance, ["a": paused]) == .notYet())
        #expect(try sight(.resumeAllowance, [:]) == .done, "it never was paused")
        let (read, unread) = (#"{"read":true}"#, #"{"read":false}"#)
        #expect(try sight(.readNotifications, ["ids": "r1 r2"], ["r1": read, "r2": read, "r3": unread]) == .done)
        #expect(try sight(.readNotifications, ["ids": "r1 r2"], ["r1": read, "r2": unread]) == .notYet())
        #expect(try sight(.readNotifications, ["ids": "r1 r2"], ["r3": unread]) == .gone)
    }

    @Test("a movement is known by its way and its amount")
    func movements() throws {
        let facts = [
            (#"{"amount":"5.00","action":"childDeposit"}"#, "in"),
            (#"{"amount":"5.00","action":"parentMatch"}"#, "match"),
            (#"{"amount":"-5.00","action":"withdrawal"}"#, "out"),
            (#"{"amount":"5.01","action":"childDeposit"}"#, "more"),
        ].map { RecordFact(id: $0.1, child: nil, content: $0.0, rank: 1) }
        let window = Timestamp(seconds: 0)...Timestamp(seconds: 9)
        func found(_ form: OrderForm, except known: Set<String> = []) throws -> [String] {
            form.candidates(for: try form.payload(["amount": "5"]), in: facts, except: known, within: window).map(\.id)
        }
        #expect(try found(.depositGoal) == ["in"] && found(.withdrawGoal) == ["out"])
        #expect(try found(.depositGoal, except: ["in"]) == [])
        let node = JSONNode(
            family: ["id": "x", "amount": -5, "type": "Withdrawal", "createdAt": "2026-01-01T00:00:00Z"])
        #expect(
            try Contribution.list.page(JSONNode(family: .array([node.value])), of: "g").facts.first?.content
                == #"{"amount":"-5.00","action":"withdrawal","description":null,"createdAt":"2026-01-01T00:00:00Z"}"#)
    }

    @Test("names are unique, and every route of an order names the record or the child that it is about")
    func names() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
        for form in Self.all where form.name != "notifications read" {
            for route in form.routes {
                let isAbout = route.path.contains("{record}") || route.path.contains("{child}") || route.child != nil
                #expect(isAbout, "\(form.name)")
            }
        }
    }
}
