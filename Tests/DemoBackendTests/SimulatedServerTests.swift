import JSON
import Testing
import Values

@testable import DemoBackend

/// The routes as values: a request in, an answer and hub messages out.
@Suite struct SimulatedServerTests {
    private let now = Timestamp(seconds: 1_773_500_966, nanoseconds: 123_456_700)
    private let alice = "00000000-0000-4000-8000-000000000200"
    private let bruno = "00000000-0000-4000-8000-000000000201"

    private func server(_ dialect: DemoDialect) -> SimulatedServer {
        SimulatedServer(dialect: dialect, history: 3, tokenLifetime: .seconds(100), seed: 1, now: now)
    }

    private func send(
        _ server: inout SimulatedServer, _ request: DemoRequest, at time: Timestamp? = nil
    ) -> (answer: DemoAnswer, announcements: [Announcement]) {
        server.answer(request, now: time ?? now, random: Array(repeating: 7, count: 32))
    }

    private func json(_ answer: DemoAnswer) throws -> JSONNode { JSONNode(try JSONValue(parsing: answer.body)) }

    private func signIn(_ server: inout SimulatedServer, _ email: String = "parent@example.com") throws -> Secret {
        let body: JSONValue = ["email": .string(email), "password": "password123"]
        let answer = send(&server, DemoRequest("POST", "/api/v1/auth/login", body: Array(body.description.utf8))).answer
        #expect(answer.status == 200)
        return Secret(try json(answer).required("token").string())
    }

    @Test("a sign-in is flat in the real dialect and has a user inside in the other", arguments: DemoDialect.allCases)
    func signIn(_ dialect: DemoDialect) throws {
        var server = server(dialect)
        let body: JSONValue = ["Email": "parent@example.com", "password": "password123"]
        let request = DemoRequest("POST", "/API/v1/Auth/Login", body: Array(body.description.utf8))
        let answer = try json(send(&server, request).answer)
        let person = dialect == .real ? answer : try answer.required("user")
        #expect(try person.required(dialect == .real ? "userId" : "id").string().hasSuffix("001"))
        #expect(try answer.required("expiresAt").timestamp() == Timestamp(seconds: now.seconds + 100))
        #expect(try answer.required("token").string().split(separator: ".").count == 3)
    }

    @Test(
        "a sign-in that is wrong or no sign-in is refused",
        arguments: [
            (#"{"email":"parent@example.com","password":"wrong"}"#, 401), (#"{"email":"x"}"#, 400), ("", 400),
            ("[", 400),
            (#"{"email":5,"password":"password123"}"#, 400),
        ])
    func refusedSignIn(_ body: String, _ status: Int) {
        var server = server(.real)
        let request = DemoRequest("POST", "/api/v1/auth/login", body: Array(body.utf8))
        #expect(send(&server, request).answer.status == status)
    }

    @Test("a token is good until its end, and of no use when it is made up or taken back")
    func tokens() throws {
        var server = server(.real)
        let token = try signIn(&server)
        let request = DemoRequest("GET", "/api/v1/children", token: token)
        #expect(send(&server, request, at: now.advanced(by: .seconds(99))).answer.status == 200)
        #expect(send(&server, request, at: now.advanced(by: .seconds(100))).answer == .empty(401))
        let forged = Secret(token.withText { $0 + "A" })
        #expect(send(&server, DemoRequest("GET", "/api/v1/children", token: forged)).answer == .empty(401))
        #expect(send(&server, DemoRequest("GET", "/api/v1/children")).answer == .empty(401))
        #expect(send(&server, DemoRequest("POST", "/api/v1/auth/refresh", token: token)).answer.status == 200)
        server.tokens.revokeAll()
        #expect(send(&server, request).answer == .empty(401))
    }

    @Test("lists hold the newest rows first, up to the limit", arguments: DemoDialect.allCases)
    func lists(_ dialect: DemoDialect) throws {
        var server = server(dialect)
        let token = try signIn(&server)
        let path = "/api/v1/children/\(alice.uppercased())/transactions"
        func rows(_ limit: String?) -> DemoAnswer {
            send(&server, DemoRequest("GET", path, query: limit.map { ["limit": $0] } ?? [:], token: token)).answer
        }
        let all = try json(rows(nil)).elements().map { try $0.required("id").string() }
        #expect(all == server.family.newest(.max, of: alice).map(\.id))
        #expect(try json(rows("2")).elements().map { try $0.required("id").string() } == Array(all.prefix(2)))
        #expect(try json(rows("0")).elements().isEmpty)
        #expect(rows("-1").status == 500 && rows("x").status == 400 && rows("2147483648").status == 400)
        #expect(rows("2147483647").status == 200)
        let first = try json(rows("1")).elements()[0]
        #expect(try first.required("createdAt").string().count == 20)
        #expect(try first.optional("createdBy") != nil || dialect == .real)
        let children = try json(send(&server, DemoRequest("GET", "/api/v1/children", token: token)).answer).elements()
        #expect(try children.map { try $0.required("id").string() } == [alice, bruno])
        let family = try json(
            send(&server, DemoRequest("GET", "/api/v1/families/current/children", token: token)).answer)
        #expect(try family.required("children").elements()[0].required("childId").string() == alice)
    }

    @Test("a child sees its own rows only, and writes none")
    func children() throws {
        var server = server(.real)
        let token = try signIn(&server, "child1@example.com")
        func status(_ path: String) -> Int { send(&server, DemoRequest("GET", path, token: token)).answer.status }
        #expect(status("/api/v1/children/\(alice)/transactions") == 200)
        #expect(status("/api/v1/children/\(bruno)/transactions") == 404)
        #expect(status("/api/v1/children/\(bruno)") == 404 && status("/api/v1/children") == 200)
        #expect(send(&server, DemoRequest("POST", "/api/v1/transactions", token: token)).answer == .empty(403))
    }

    @Test(
        "a new row is told to the family in one dialect, to the child alone in the other",
        arguments: DemoDialect.allCases)
    func creating(_ dialect: DemoDialect) throws {
        var server = server(dialect)
        let token = try signIn(&server)
        let body =
            #"{"childId":"\#(alice)","amount":"12.5","type":0,"category":"gift","description":"<b> “hi”","notes":null}"#
        let request = DemoRequest("POST", "/api/v1/transactions", token: token, body: Array(body.utf8))
        let (answer, announcements) = send(&server, request)
        let row = try json(answer)
        let newest = try #require(server.family.newest(1, of: alice).first)
        #expect(answer.status == 201)
        #expect(try row.required("id").string() == newest.id)
        #expect(try row.required("amount").decimal().description == "12.50")
        #expect(try row.required("category").string() == "Gift")
        #expect(newest.createdByName == "Pat Johnson" && newest.description == "<b> “hi”")
        switch dialect {
        case .spec:
            #expect(announcements.map(\.audience) == [.family, .family])
            #expect(announcements.map(\.target) == ["TransactionCreated", "BalanceUpdated"])
            #expect(announcements[0].arguments.map(\.text) == ["\"\(newest.id)\""])
            #expect(announcements[1].arguments.map(\.text) == ["\"\(alice)\"", newest.balanceAfter.description])
        case .real:
            let child = Announcement.Audience.person("00000000-0000-4000-8000-000000000100")
            #expect(announcements.map(\.audience) == [child, child])
            #expect(announcements.map(\.target) == ["ReceiveNotification", "UnreadCountChanged"])
            let notice = JSONNode(try JSONValue(parsing: announcements[0].arguments[0].bytes))
            #expect(try notice.required("type").int() == 3)
            #expect(try notice.required("createdAt").string().contains(".1234567Z"))
            let data = JSONNode(try JSONValue(parsing: notice.required("data").string()))
            #expect(try data.required("transactionId").string() == newest.id)
            #expect(announcements[1].arguments.map(\.text) == ["1"])
        }
    }

    @Test("an overdraft is an empty 500 in the real dialect, and told in the other; nobody hears of it")
    func overdraft() throws {
        for (dialect, status, code) in [(DemoDialect.real, 500, nil), (.spec, 400, "INSUFFICIENT_FUNDS")]
            as [(DemoDialect, Int, String?)]
        {
            var server = server(dialect)
            let token = try signIn(&server)
            let body = #"{"childId":"\#(alice)","amount":9999,"type":"Debit","description":"a horse"}"#
            let before = server.family.children
            let request = DemoRequest("POST", "/api/v1/transactions", token: token, body: Array(body.utf8))
            let (answer, announcements) = send(&server, request)
            #expect(answer.status == status && announcements.isEmpty && server.family.children == before)
            let told = try? json(answer).required("error").required("code").string()
            #expect(told == code)
        }
    }

    @Test(
        "a body that is no transaction is 400 with the place",
        arguments: [
            "", "{", "[]", #"{"childId":"x","description":null}"#, #"{"childId":"x","description":"d","amount":"ten"}"#,
            #"{"childId":"x","description":"d","type":"Gift"}"#,
            #"{"childId":"x","description":"d","category":"Purchase"}"#,
            #"{"childId":"x","description":"d","amount":1.123456789012345678901234567890123456789}"#,
        ])
    func badBodies(_ body: String) throws {
        var server = server(.real)
        let token = try signIn(&server)
        let request = DemoRequest("POST", "/api/v1/transactions", token: token, body: Array(body.utf8))
        let answer = send(&server, request).answer
        #expect(answer.status == 400)
        #expect(try json(answer).required("errors").members().count == 1)
    }

    @Test("the real dialect pays the allowance in silence, the other tells it")
    func allowance() throws {
        var (real, spec) = (server(.real), server(.spec))
        #expect(try real.payAllowance(alice, now: now).announcements.isEmpty)
        #expect(try spec.payAllowance(alice, now: now).announcements.count == 2)
    }

    @Test("health needs no token, an unknown route is an empty 404, a wrong method an empty 405")
    func others() throws {
        var server = server(.real)
        let token = try signIn(&server)
        #expect(send(&server, DemoRequest("GET", "/health")).answer.status == 200)
        #expect(send(&server, DemoRequest("GET", "/health/ready")).answer.body == Array("Healthy".utf8))
        #expect(send(&server, DemoRequest("GET", "/api/v1/dashboard/parent", token: token)).answer == .empty(404))
        #expect(
            send(&server, DemoRequest("GET", "/api/v1/transactions/children/\(alice)", token: token)).answer
                == .empty(404))
        #expect(
            send(&server, DemoRequest("DELETE", "/api/v1/children", token: token)).answer == .empty(405, allow: "GET"))
        #expect(send(&server, DemoRequest("GET", "/")).answer == .empty(404))
        #expect(send(&server, DemoRequest("GET", "/api/v1", token: token)).answer == .empty(404))
    }
}
