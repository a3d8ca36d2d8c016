import HTTPClient
import JSON
import TestSupport
import Testing

/// What a family's server keeps beside the money, from its routes to the command line.
@Suite("Lists of records", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct RecordListTests {
    private func text(_ home: Installation, _ words: String...) async throws -> String {
        let answer = try await home.run(words)
        #expect(answer.status == 0, "\(answer)")
        return answer.output + answer.errors
    }

    @Test(
        "the genuine server's lists are shown, in both dialects; one that a server has not is said",
        arguments: ["spec", "real"])
    func dialects(_ dialect: String) async throws {
        let family = try await Family(dialect: dialect)
        let home = family.installation
        #expect(try await text(home, "goals") == "The goals were not read yet: pocketbell status\n")
        let watcher = try await family.start(until: "live")
        let goals = try await home.waitForRecords("goals") { $0.count == 2 }
        #expect(goals.map { $0.text("name") } == ["New bicycle", "Telescope"])
        #expect(goals.allSatisfy { $0["revision"] == 1 && $0["target"] == "120.00" })
        try await home.waitForRecords("family", "allowance", "chores", "savings")
        #expect(try await text(home, "goals", "--child", "Bruno").contains("Telescope"))
        #expect(try await !text(home, "goals", "--child", "Bruno").contains("bicycle"))
        #expect(try await home.run("goals", "--child", "Brumo").errors.contains("Bruno"), "the nearest is offered")
        #expect(try await text(home, "chores", "history") == "No chore has been done yet.\n")
        #expect(try await text(home, "budgets") == "This family server has no budgets.\n")
        let known = try await home.run("categories", "--for", "income", "--json")
        #expect(known.errors == "the server has told no categories: these are the ones that PocketBell knows\n")
        #expect(known.output.split(separator: "\n").count == 5 && known.output.contains(#""revision":null"#))
        if dialect == "spec" {
            try await home.waitForRecords("wishlist")
        } else {
            let none = try await text(home, "wishlist", "--child", "Alice")
            #expect(none.hasPrefix("This family server has no wishes.") && none.contains("pocketbell goals"))
        }
        try await family.end(watcher)
    }

    @Test("what is changed after a kill is a revision; without server and program the last that was known is there")
    func revision() async throws {
        let family = try await Family()
        let home = family.installation
        let first = try await family.start(until: "live")
        let wish = try #require(try await home.waitForRecords("wishlist") { $0.count == 2 }.first)
        first.signal(9)
        _ = try await first.waitForExit()
        try await rename(wish.text("id") ?? "", to: "<b>Kite</b>", at: family.hub.address)
        #expect(try await home.records("wishlist").first?["name"] == wish["name"], "nobody has read it again")
        let second = try await family.start(until: "live")
        // Who looks has it read again.
        let renamed = try await home.waitForRecords("wishlist") { $0.contains { $0["name"] == "<b>Kite</b>" } }
        #expect(renamed.map { $0["revision"] }.contains(2) && renamed.count == 2)
        try await family.hub.stop()
        #expect(try await home.records("wishlist") == renamed)
        second.signal(9)
        _ = try await second.waitForExit()
        #expect(try await home.records("wishlist") == renamed)
    }

    private func rename(_ id: String, to name: String, at address: String) async throws {
        let http = try HTTPClient()
        func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue, _ token: String?) async throws -> JSONValue {
            var request = HTTPClientRequest(method, try HTTPURL(address + "/api/v1" + path))
            request.body = .bytes(Array(body.description.utf8), contentType: "application/json")
            if let token { try request.setHeader("Authorization", "Bearer \(token)") }
            let response = try await http.send(request)
            #expect(200..<300 ~= response.status, "\(path): \(response.status)")
            return try JSONValue(parsing: response.body)
        }
        let login: JSONValue = ["email": "parent@example.com", "password": "password123"]
        let token = try await send(.post, "/auth/login", login, nil).text("token")
        _ = try await send(.put, "/wishlist/\(id)", ["name": .string(name)], token)
        await http.close(within: .seconds(1))
    }
}

/// The simulated family has something of everything.
@Suite("Lists of the simulated family", .serialized)
struct DemoRecordTests {
    private func login(_ home: Installation, _ email: String, as name: String, at server: DemoServer) async throws {
        let login = try await home.run(
            "login", "--server", server.address, "--email", email, "--name", name, "--password-stdin",
            input: DemoServer.password + "\n")
        #expect(login.status == 0, "\(login)")
    }

    @Test("pauses, waits and history: what there is to tell of an allowance and of chores")
    func lively() async throws {
        let server = try await DemoServer()
        let home = try Installation("targets: []\n")
        try await login(home, "parent@example.com", as: "family", at: server)
        let watcher = try home.start("run")
        let allowances = try await home.waitForRecords("allowance") { rows in
            rows.count == 2 && rows.allSatisfy { $0["paused"] != .null }
        }
        #expect(allowances.map { $0["paused"] } == [false, true])
        #expect(try await home.run("allowance").output.contains("PAUSED"))
        let changes = try await home.waitForRecords("allowance history") { $0.count == 3 }
        #expect(changes.map { $0["action"] } == ["resumed", "paused", "paused"])
        let done = try await home.waitForRecords("chores history") { $0.count >= 6 }
        #expect(done.compactMap { $0.text("doneAt") } == done.compactMap { $0.text("doneAt") }.sorted(by: >))
        #expect(done.contains { $0["state"] == "pendingApproval" } && done.contains { $0["state"] == "rejected" })
        try await home.waitForRecords("budgets", "savings", "savings history", "notifications", "goals", "family")
        let categories = try await home.waitForRecords("categories") { $0.count == 19 }
        #expect(categories.allSatisfy { $0["revision"] == 1 } && categories.first?["category"] == "Allowance")
        #expect(
            try await home.run("categories", "--for", "spending", "--csv").output.split(whereSeparator: \.isNewline)
                .count == 15)
        let csv = try await home.run("chores", "history", "--csv").output
        #expect(csv.hasPrefix("doneAt,child,title,reward,") && csv.contains("pending-approval"))
        watcher.signal(15)
        _ = try await watcher.waitForExit()
        try await server.stop()
    }

    @Test("a child's login is told that budgets are not for it; beside a parent's there is one list, and all of it")
    func childsLogin() async throws {
        let server = try await DemoServer()
        let home = try Installation("targets: []\n")
        try await login(home, "child1@example.com", as: "alice", at: server)
        let first = try home.start("run")
        #expect(
            try await home.waitForRecords("goals") { $0.count == 2 }.allSatisfy {
                $0["child"]?.text("firstName") == "Alice"
            })
        try await home.waitForRecords("savings")
        let refused = try await home.run("budgets", "--json")
        #expect(refused.status == 0 && refused.output.isEmpty)
        #expect(refused.errors == "The family server does not let this account see the budgets.\n")
        first.signal(15)
        _ = try await first.waitForExit()
        try await login(home, "parent@example.com", as: "mum", at: server)
        let second = try home.start("run")
        #expect(try await home.waitForRecords("budgets") { $0.count == 2 }.count == 2)
        let goals = try await home.waitForRecords("goals") { $0.count == 4 }
        #expect(goals.allSatisfy { $0["revision"] == 1 }, "what both see is one record")
        #expect(try await home.run("budgets").errors == "")
        second.signal(15)
        _ = try await second.waitForExit()
        home.expectNoSecrets()
        try await server.stop()
    }
}
