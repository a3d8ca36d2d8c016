import AllowanceAPI
import JSON
import TestSupport
import Testing
import Values

@testable import DemoBackend

@Suite("The simulated household", .timeLimit(.minutes(1)))
struct HouseholdTests {
    private let now = Timestamp(seconds: 1_773_500_966)

    private func server(_ dialect: DemoDialect = .real) -> SimulatedServer {
        SimulatedServer(dialect: dialect, history: 3, seed: 1, now: now)
    }

    private func signIn(_ server: inout SimulatedServer, _ email: String = "parent@example.com") throws -> Secret {
        let body: JSONValue = ["email": .string(email), "password": "password123"]
        let request = DemoRequest("POST", "/api/v1/auth/login", body: Array(body.description.utf8))
        let answer = server.answer(request, now: now, random: Array(repeating: 7, count: 32)).answer
        return Secret(try JSONNode(JSONValue(parsing: answer.body)).required("token").string())
    }

    private func get(
        _ server: inout SimulatedServer, _ path: String, _ token: Secret, _ query: [String: String] = [:]
    ) -> DemoAnswer {
        server.answer(DemoRequest("GET", "/api/v1/\(path)", query: query, token: token), now: now, random: []).answer
    }

    private func json(_ answer: DemoAnswer) throws -> JSONValue { try JSONValue(parsing: answer.body) }

    @Test(
        "our own client reads something of everything, for both children, in both dialects",
        arguments: DemoDialect.allCases)
    func client(_ dialect: DemoDialect) async throws {
        try await withBackend(dialect) { running in
            let session = try await running.signedIn("parent@example.com")
            for child in running.backend.children {
                for list in [
                    Goal.list, ChildSettings.list, AllowanceChange.list, SavingsAccount.list, SavingsMovement.list,
                    Budget.list,
                ] {
                    let answer = try #require(await list.read(by: session, of: child.id), "\(list.name)").value
                    #expect(!answer.facts.isEmpty && answer.isWhole, "\(list.name)")
                    #expect(answer.facts.allSatisfy { $0.child?.rawValue == child.id }, "\(list.name)")
                }
                let wishes = try await Wish.list.read(by: session, of: child.id)
                #expect((wishes == nil) == (dialect == .real) && wishes?.value.facts.isEmpty != true)
            }
            for list in [Chore.list, FamilyMember.list, FamilyNotification.list] {
                #expect(try await list.read(by: session)?.value.facts.isEmpty == false, "\(list.name)")
            }
            for way in Category.Way.allCases {
                let read = try #require(await Category.list.read(by: session, of: way.serverWord)).value.facts
                let names = try read.map { try JSONValue(parsing: $0.content)["category"] }
                #expect(
                    names == CategoryChoice.known.offered(for: way).map { .string($0) }, "what is known is what it has")
            }
            for chore in try #require(await Chore.list.read(by: session)).value.facts {
                #expect(try await Completion.list.read(by: session, of: chore.id)?.value.isWhole == true)
            }
        }
    }

    @Test("a record has the members that the real server's have", .enabled(if: RealParts.has("fixtures/real-backend")))
    func members() throws {
        var server = server()
        let token = try signIn(&server)
        let (alice, chore) = (server.family.children[0].id, server.household.chores[0].id)
        for (path, file, member) in [
            ("children/\(alice)/savings-goals", "savings-goals", ""), ("tasks", "chores", ""),
            ("tasks/\(chore)/completions", "chores", ""), ("children/\(alice)/budgets", "analytics-categories", ""),
            ("children/\(alice)/savings/history", "savings-goals", ""),
            ("children/\(alice)/allowance/history", "children-families", ""),
            ("families/current/members", "children-families", "members"),
            ("notifications", "notifications-devices", "notifications"),
        ] {
            let ours = try Self.names(json(get(&server, path, token)), member)
            let recorded = try Self.recorded(path, in: file).map { try Self.names($0, member) }
            #expect(recorded.contains(ours), "\(path): \(ours) and not \(recorded.first ?? [])")
        }
    }

    @Test(
        "categories are the recorded ones, whatever way is asked for",
        .enabled(if: RealParts.has("fixtures/real-backend")))
    func categories() throws {
        var server = server()
        let token = try signIn(&server)
        let recorded = try Self.recorded("categories", in: "analytics-categories")
        for type in [nil, "Credit", "debit", "1", "0"] {
            let ours = try json(get(&server, "categories", token, type.map { ["type": $0] } ?? [:]))
            let isIncome = type == nil || type == "Credit" || type == "0"
            #expect(recorded.contains(ours) && (ours[0] == "Allowance") == isIncome, "\(type ?? "none")")
        }
        let all = try Self.recorded("categories/all", in: "analytics-categories")
        #expect(try all == [json(get(&server, "categories/all", token))])
        #expect(
            get(&server, "categories", token, ["type": "Nope"]) == .invalid("type", "The value 'Nope' is not valid."))
    }

    private static func names(_ value: JSONValue, _ member: String) throws -> Set<String> {
        guard case .object(let object)? = (member.isEmpty ? value : value[member] ?? .null)[0] else { return [] }
        return Set(object.members.map(\.name))
    }

    /// What the real server answered on the route, whichever ids are in it.
    private static func recorded(_ path: String, in file: String) throws -> [JSONValue] {
        var limits = JSONLimits()
        limits.bytes = 64 << 20
        let bytes = try TextFile.bytes(of: RealParts.path("fixtures/real-backend/\(file).json"))
        guard case .array(let entries)? = try JSONValue(parsing: bytes, limits: limits)["entries"] else { return [] }
        return entries.compactMap { entry in
            guard entry["request"]?["method"] == "GET", entry["response"]?["status"] == 200,
                case .string(let asked)? = entry["request"]?["path"], template(asked) == template("/api/v1/" + path),
                case .string(let body)? = entry["response"]?["body"]
            else { return nil }
            return try? JSONValue(parsing: body)
        }
    }

    private static func template(_ path: String) -> String {
        path.prefix { $0 != "?" }.split(separator: "/").map { $0.utf8.count == 36 ? "{id}" : String($0) }
            .joined(separator: "/")
    }

    @Test("a child sees its own lists, no budgets, and the family's chores")
    func child() throws {
        var server = server()
        let token = try signIn(&server, "child1@example.com")
        let (alice, bruno) = (server.family.children[0].id, server.family.children[1].id)
        for list in ["savings-goals", "savings/summary", "savings/history", "allowance/history"] {
            #expect(get(&server, "children/\(alice)/\(list)", token).status == 200)
            #expect(get(&server, "children/\(bruno)/\(list)", token).status == 404)
        }
        #expect(get(&server, "children/\(alice)/budgets", token) == .empty(403))
        #expect(get(&server, "tasks", token).status == 200)
        #expect(get(&server, "tasks/nobody/completions", token).status == 404)
        #expect(get(&server, "children/\(alice)/wishlist", token) == .empty(404))
    }

    @Test("what is saved is what the movements come to, and what the child's row shows")
    func savings() throws {
        var server = server()
        let token = try signIn(&server)
        let alice = server.family.children[0].id
        let summary = try JSONNode(json(get(&server, "children/\(alice)/savings/summary", token)))
        #expect(try summary.required("currentBalance").decimal().description == "12.25")
        #expect(try summary.required("totalDeposited").decimal().description == "15.00")
        let moves = try JSONNode(json(get(&server, "children/\(alice)/savings/history", token))).elements()
        #expect(try moves.first?.required("balanceAfter").decimal().description == "12.25", "the newest comes first")
        let child = try JSONNode(json(get(&server, "children/\(alice)", token)))
        #expect(try child.required("savingsBalance").decimal().description == "12.25")
    }

    @Test("a chore that was paid is one that was done, and its child is noticed, page by page")
    func life() throws {
        var server = server()
        let (token, alice) = (try signIn(&server, "child1@example.com"), server.family.children[0].id)
        let before = server.household.completions.count
        for number in 1...7 {
            let draft = SimulatedDraft(
                child: alice, amount: try #require(Decimal("1")), kind: .credit, category: "Chores",
                description: "Dishes \(number)")
            _ = try server.record(draft, by: server.family.people[0].id, now: now)
        }
        #expect(server.household.completions.count == before + 7)
        func page(_ number: String, _ size: String) throws -> JSONNode {
            try JSONNode(json(get(&server, "notifications", token, ["page": number, "pageSize": size])))
        }
        #expect(try page("1", "3").required("hasMore").bool() && page("2", "3").required("hasMore").bool())
        let last = try page("3", "3")
        #expect(try last.required("notifications").elements().count == 1 && !last.required("hasMore").bool())
        #expect(try last.required("totalCount").int() == 7 && last.required("unreadCount").int() == 7)
        let first = try page("1", "500").required("notifications").elements()
        #expect(try first.first?.required("body").string() == "1.00 - Dishes 7" && first.count == 7)
        #expect(try page("9223372036854775807", "50").required("notifications").elements().isEmpty)
        #expect(get(&server, "notifications", token, ["pageSize": "0"]) == .empty(500))
    }
}
