import JSON
import Testing
import Values

@testable import DemoBackend

/// What of the writes no recording has: wishes, money that moves, who is told, and bodies that are none.
@Suite("Writes of the simulated family")
struct WriteRouteTests {
    private static let now = Timestamp(seconds: 1_773_500_966)

    private struct Desk {
        var server: SimulatedServer
        private var tokens: [String: Secret] = [:]

        init(_ dialect: DemoDialect) throws {
            server = SimulatedServer(dialect: dialect, history: 3, seed: 1, now: now)
            for (number, name) in ["parent", "child1", "child2"].enumerated() {
                let body = #"{"email":"\#(name)@example.com","password":"password123"}"#
                let request = DemoRequest("POST", "/api/v1/auth/login", body: Array(body.utf8))
                let random = [UInt8](repeating: UInt8(number), count: 32)
                let answer = server.answer(request, now: now, random: random).answer
                tokens[name] = Secret(try JSONNode(JSONValue(parsing: answer.body)).required("token").string())
            }
        }

        var alice: SimulatedChild { server.family.children[0] }

        mutating func ask(
            _ method: String, _ path: String, _ body: String = "", by person: String = "parent",
            query: [String: String] = [:]
        ) -> (status: Int, json: JSONValue, told: [Announcement]) {
            let request = DemoRequest(
                method, "/api/v1/" + path, query: query, token: tokens[person], body: Array(body.utf8))
            let (answer, told) = server.answer(request, now: now, random: [])
            return (answer.status, (try? JSONValue(parsing: answer.body)) ?? .null, told)
        }
    }

    private func id(_ value: JSONValue) throws -> String { try JSONNode(value).required("id").string() }

    @Test(
        "a wish is made, changed whole, bought, unbought when it is said twice, and removed; the real server has none")
    func wishes() throws {
        var desk = try Desk(.spec)
        let alice = desk.alice.id
        #expect(desk.ask("POST", "wishlist", #"{"childId":"\#(alice)","name":" ","price":1}"#).status == 400)
        #expect(desk.ask("POST", "wishlist", #"{"childId":"\#(alice)","name":"x","price":0}"#).status == 400)
        #expect(desk.ask("POST", "wishlist", #"{"childId":"nobody","name":"x","price":1}"#).status == 404)
        let made = desk.ask(
            "POST", "wishlist", #"{"childId":"\#(alice)","name":"Kite","price":"12.5","notes":"blue"}"#, by: "child1")
        #expect(made.status == 201 && made.json["isPurchased"] == false && made.json["notes"] == "blue")
        let wish = try id(made.json)
        let edited = desk.ask("PUT", "wishlist/\(wish)", #"{"name":"Kite","price":14}"#)
        #expect(edited.json["notes"] == .null, "what is missing is cleared")
        #expect(desk.ask("PUT", "wishlist/\(wish)", #"{"price":"ten"}"#).status == 400)
        #expect(desk.ask("POST", "wishlist/\(wish)/purchase").json["isPurchased"] == true)
        #expect(desk.ask("POST", "wishlist/\(wish)/purchase").json["isPurchased"] == false)
        #expect(desk.ask("DELETE", "wishlist/\(wish)").status == 204)
        for method in ["GET", "PUT", "DELETE"] {
            #expect(desk.ask(method, "wishlist/\(wish)", "{}").status == 404)
        }
        #expect(desk.ask("POST", "children/\(alice)/wishlist", "{}").status == 404)
        var real = try Desk(.real)
        #expect(real.ask("POST", "wishlist", #"{"childId":"\#(alice)","name":"x","price":1}"#).status == 404)
    }

    @Test("what goes into a goal leaves the balance, and comes back: taken out, or each time that it is given up")
    func money() throws {
        var desk = try Desk(.real)
        let (alice, before) = (desk.alice.id, desk.alice.balance)
        let goal = try id(
            desk.ask("POST", "savings-goals", #"{"childId":"\#(alice)","name":"x","targetAmount":2}"#).json)
        func balance() -> Decimal? { desk.alice.balance.subtracting(before) }
        let told = desk.ask("POST", "savings-goals/\(goal)/contribute", #"{"amount":0.75}"#, by: "child1").told
        #expect(told.map(\.target) == ["ReceiveNotification", "UnreadCountChanged"])
        #expect(told.allSatisfy { $0.audience == .person(desk.alice.person) })
        #expect(balance() == Decimal("-0.75"))
        #expect(desk.ask("POST", "savings-goals/\(goal)/withdraw", #"{"amount":0.25}"#, by: "child1").status == 403)
        #expect(desk.ask("POST", "savings-goals/\(goal)/withdraw", #"{"amount":0.25}"#).status == 200)
        #expect(balance() == Decimal("-0.5"))
        let full = desk.ask("POST", "savings-goals/\(goal)/contribute", #"{"amount":1.5}"#)
        #expect(full.json["isCompleted"] == true)
        #expect(desk.ask("POST", "savings-goals/\(goal)/contribute", #"{"amount":1}"#).status == 400)
        #expect(desk.server.household.goal(goal)?.state == "Completed")
        let lists = desk.ask("GET", "children/\(alice)/savings-goals").json
        guard case .array(let open) = lists else { throw NoList() }
        #expect(!open.contains { $0["id"] == .string(goal) })
        let all = desk.ask("GET", "children/\(alice)/savings-goals", query: ["includeCompleted": "true"]).json
        guard case .array(let whole) = all else { throw NoList() }
        #expect(whole.contains { $0["id"] == .string(goal) } && whole.count == open.count + 1)
        #expect(desk.ask("DELETE", "savings-goals/\(goal)").status == 204)
        #expect(balance() == .zero)
        #expect(desk.ask("DELETE", "savings-goals/\(goal)").status == 204)
        #expect(balance() == Decimal("2"), "the real server refunds it again")
    }

    private struct NoList: Error {}

    @Test("a child that may owe buys beyond its balance; one that may not does not")
    func debt() throws {
        var desk = try Desk(.real)
        let alice = desk.alice.id
        let row = #"{"childId":"\#(alice)","amount":5000,"type":"Debit","category":"Toys","description":"x"}"#
        #expect(desk.ask("POST", "transactions", row).status == 500)
        #expect(desk.ask("PUT", "children/\(alice)/settings", #"{"weeklyAllowance":1,"allowDebt":true}"#).status == 200)
        #expect(desk.ask("POST", "transactions", row).status == 201)
        #expect(desk.ask("PUT", "children/\(alice)/settings", #"{"weeklyAllowance":1}"#, by: "child1").status == 403)
        #expect(desk.alice.settings.mayOwe, "what is missing stays")
        #expect(desk.alice.settings.weeklyAllowance == Decimal("1"))
    }

    @Test("a body that is none is told with its place and changes nothing", arguments: DemoDialect.allCases)
    func bodies(_ dialect: DemoDialect) throws {
        var desk = try Desk(dialect)
        let alice = desk.alice
        let goal = try #require(desk.server.household.goals.first?.id)
        let household = desk.server.household
        for (method, path) in [
            ("POST", "savings-goals"), ("PUT", "savings-goals/\(goal)"), ("POST", "savings-goals/\(goal)/contribute"),
            ("POST", "savings-goals/\(goal)/withdraw"), ("PUT", "children/\(alice.id)/allowance"),
            ("PUT", "children/\(alice.id)/allowance/amount"), ("POST", "children/\(alice.id)/allowance/pause"),
            ("PUT", "children/\(alice.id)/settings"), ("POST", "notifications/read"),
        ] {
            for body in [
                "[", "7",
                #"{"amount":"x","name":5,"newAmount":{},"weeklyAllowance":[],"reason":5,"notificationIds":5}"#,
            ] {
                let said = desk.ask(method, path, body)
                #expect(said.status == 400 && said.told.isEmpty, "\(method) \(path) \(body): \(said.json)")
            }
        }
        #expect(desk.server.household == household && desk.alice == alice)
    }

    @Test("the designs' hub tells nobody of a pause, the real one the child; both remember it for the list")
    func told() throws {
        for dialect in DemoDialect.allCases {
            var desk = try Desk(dialect)
            let said = desk.ask("POST", "children/\(desk.alice.id)/allowance/pause", #"{"reason":"away"}"#)
            #expect(said.told.isEmpty == (dialect == .spec))
            let list = desk.ask("GET", "notifications", by: "child1").json
            #expect(list["notifications"]?[0]?["type"] == "AllowancePaused" && list["unreadCount"] == 1)
            let notice = try id(list["notifications"]?[0] ?? .null)
            #expect(desk.ask("PATCH", "notifications/\(notice)/read", by: "child2").status == 404)
            #expect(desk.ask("PATCH", "notifications/\(notice)/read", by: "child1").json["isRead"] == true)
            #expect(desk.ask("GET", "notifications/unread-count", by: "child1").json["count"] == 0)
        }
    }
}
