import HTTPClient
import JSON
import Testing
import Values

@testable import AllowanceAPI

@Suite("What is asked of the API")
struct RouteTests {
    private func child() throws -> Child.ID { try #require(Child.ID(rawValue: "C-1")) }

    @Test("each question has its newer and its older route, and changes between them one by one")
    func routes() throws {
        var routes = Routes()
        let child = try child()
        #expect(routes.children().path == "/api/v1/children")
        #expect(routes.transactions(of: child, limit: 20).path == "/api/v1/children/c-1/transactions?limit=20")
        routes.change(.children)
        #expect(routes.children().path == "/api/v1/families/current/children")
        #expect(routes.transactions(of: child, limit: 20).path == "/api/v1/children/c-1/transactions?limit=20")
        routes.change(.transactions)
        #expect(routes.transactions(of: child, limit: 20).path == "/api/v1/transactions/children/c-1?limit=20")
        #expect(routes.older == Set(Routes.Question.allCases))
        routes.change(.children)
        routes.change(.transactions)
        #expect(routes == Routes())
    }

    @Test("only the older route has pages, and only there a refused length is cut; a change of the route forgets it")
    func pages() throws {
        var routes = Routes()
        let child = try child()
        #expect(routes.cut() == false && !routes.isCut)
        routes.change(.transactions)
        #expect(
            routes.transactions(of: child, limit: 100, offset: 90).path
                == "/api/v1/transactions/children/c-1?limit=100&offset=90")
        #expect(routes.cut() && routes.isCut)
        routes.change(.transactions)
        #expect(!routes.isCut)
    }

    @Test("names for logs hold no ids")
    func names() throws {
        var routes = Routes()
        #expect(routes.transactions(of: try child(), limit: 7).name == "GET /children/{id}/transactions")
        routes.change(.transactions)
        #expect(routes.transactions(of: try child(), limit: 7).name == "GET /transactions/children/{id}")
        #expect(Call.negotiate(hub: "/hubs/family").name == "POST /hubs/family/negotiate")
        #expect(Call.negotiate(hub: "/hubs/family").path == "/hubs/family/negotiate?negotiateVersion=1")
    }

    @Test(
        "a list's answer may be as large as its rows can be: at least 1 MiB, at most 64 MiB",
        arguments: [
            (0, 1_048_576), (1, 1_048_576), (256, 1_048_576), (257, 1_052_672), (16_384, 67_108_864),
            (16_385, 67_108_864),
            (Int.max, 67_108_864),
        ] as [(Int, Int)])
    func bounds(_ limit: Int, _ bytes: Int) throws {
        var routes = Routes()
        #expect(routes.transactions(of: try child(), limit: limit).answerLimit == bytes)
        routes.change(.transactions)
        #expect(routes.transactions(of: try child(), limit: limit).answerLimit == bytes)
    }

    @Test("only a new transaction is a write")
    func writes() throws {
        let new = try NewTransaction(
            child: child(), amount: #require(Decimal("1")), kind: .credit, description: "x")
        #expect(Call.create(new).isWrite && Call.create(new).method == .post)
        for call in [
            Call.refresh, .signIn(email: "a", password: Secret("b")), Routes().children(), .negotiate(hub: "/h"),
        ] {
            #expect(!call.isWrite)
        }
    }

    @Test("a sign-in sends address and password as they are, a new transaction its kind's word and whole cents")
    func bodies() throws {
        let signIn = try JSONValue(parsing: #require(Call.signIn(email: "a\"@b", password: Secret("p\\\u{0}")).body))
        let order: JSONValue = ["email": "a\"@b", "password": "p\\\u{0}", "rememberMe": false]
        #expect(signIn == order)
        let new = try NewTransaction(
            child: child(), amount: #require(Decimal("1.5")), kind: .debit, category: "Toys", description: "<b>",
            notes: "n")
        let sent = try JSONNode(JSONValue(parsing: #require(Call.create(new).body)))
        #expect(try sent.required("childId").string() == "c-1" && sent.required("type").string() == "Debit")
        #expect(try sent.required("amount").decimal().description == "1.50")
        #expect(try sent.required("category").string() == "Toys" && sent.required("notes").string() == "n")
        #expect(Call.refresh.body == nil)
    }

    @Test(
        "a new transaction is refused outside of what the server's column and text hold",
        arguments: [
            ("0.01", true), ("99999999.99", true), ("1.00", true), ("1.000", true), ("0.00", false),
            ("100000000.00", false),
            ("0.009", false), ("-0.01", false),
        ])
    func amounts(_ text: String, _ isTaken: Bool) throws {
        let amount = try #require(Decimal(text))
        let child = try child()
        let new = try? NewTransaction(child: child, amount: amount, kind: .credit, description: "x")
        #expect((new != nil) == isTaken && new.map { $0.amount.scale == 2 } != false)
    }

    @Test(
        "a description has 1 to 500 characters as the server counts them",
        arguments: [
            ("", false), ("x", true), (String(repeating: "x", count: 500), true),
            (String(repeating: "x", count: 501), false),
            (String(repeating: "🎈", count: 250), true), (String(repeating: "🎈", count: 250) + "x", false),
        ])
    func descriptions(_ text: String, _ isTaken: Bool) throws {
        let (child, one) = (try child(), try #require(Decimal("1")))
        let new = try? NewTransaction(child: child, amount: one, kind: .credit, description: text)
        #expect((new != nil) == isTaken)
    }

    @Test("a row is the one that was made if child, amount, kind and description are the same")
    func matches() throws {
        let new = try NewTransaction(child: child(), amount: #require(Decimal("1.5")), kind: .debit, description: "x")
        func row(
            child: String = "c-1", amount: String = "1.50", kind: Transaction.Kind = .debit, description: String = "x"
        ) throws -> Transaction {
            Transaction(
                id: try #require(Transaction.ID(rawValue: "t")), child: try #require(Child.ID(rawValue: child)),
                amount: try #require(Decimal(amount)), kind: kind, description: description, balanceAfter: .zero,
                createdAt: Timestamp(seconds: 0))
        }
        #expect(try new.matches(row()) && new.matches(row(amount: "1.5")))
        #expect(try !new.matches(row(child: "c-2")) && !new.matches(row(amount: "1.51")))
        #expect(try !new.matches(row(kind: .credit)) && !new.matches(row(description: "X")))
    }
}
