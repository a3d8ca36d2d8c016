import JSON
import TestSupport
import Testing

/// What the genuine server reckons of the same rows is the judge.
@Suite("Reports", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"))
struct ReportTests {
    @Test("months, categories and days are the server's own, and are there without it")
    func equal() async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "One more")
        try await family.expectEverywhere("One more")
        let alice = try #require(try await home.json("children").first { $0["firstName"] == "Alice" })
        let id = try #require(alice.text("id"))

        let months = try await family.hub.get("/api/v1/analytics/children/\(id)/monthly-comparison?months=1")
        guard case .array(let theirs) = months, let theirMonth = theirs.first else { throw Unequal(months) }
        let ours = try await home.json("report", "months", "--child", "Alice")
        #expect(ours.first?.text("income") == theirMonth.money("income"))
        #expect(ours.first?.text("spending") == theirMonth.money("spending"))
        #expect(ours.first?.text("balance") == theirMonth.money("endingBalance"))

        let days = try await family.hub.get("/api/v1/analytics/children/\(id)/balance-history?days=30")
        guard case .array(let history) = days else { throw Unequal(days) }
        let balances = try await home.json("report", "balance", "--child", "Alice")
        #expect(balances.map { $0.text("balance") } == history.map { $0.money("balance") })
        #expect(balances.map { $0.text("day") } == history.map { $0.text("date").map { String($0.prefix(10)) } })

        // Any days: the server counts both ends in, to the moment.
        let (start, end) = (history.count / 4, history.count / 2)
        let (from, to) = (try #require(balances[start].text("day")), try #require(balances[end].text("day")))
        let between = "startDate=\(from)T00:00:00Z&endDate=\(to)T23:59:59.999Z"
        let breakdown = try await family.hub.get("/api/v1/analytics/children/\(id)/spending-breakdown?\(between)")
        guard case .array(let categories) = breakdown else { throw Unequal(breakdown) }
        let part = try await home.json("report", "spending", "--child", "Alice", "--from", from, "--to", to)
        #expect(
            Set(part.map { "\($0.text("category") ?? "") \($0.text("amount") ?? "")" })
                == Set(categories.map { "\($0.text("category") ?? "") \($0.money("amount") ?? "")" }))
        let slice = try await home.json("report", "balance", "--child", "Alice", "--from", from, "--to", to)
        #expect(slice.map { $0.text("day") } == balances[start...end].map { $0.text("day") })

        let total = try await family.hub.get("/api/v1/analytics/children/\(id)/income-spending")
        let spent = try await home.json("report", "spending", "--child", "Alice").compactMap { row in
            row.text("amount").flatMap { Int($0.filter { $0 != "." }) }
        }
        let all = total.money("totalSpending").flatMap { Int($0.filter { $0 != "." }) }
        #expect(spent.reduce(0, +) == all)

        try await savings(of: id, family)
        try await family.end(watcher)
        #expect(try await home.json("report", "months", "--child", "Alice") == ours)
        let table = try await home.run("report")
        #expect(table.output.contains("MONTH") && table.output.contains("Bruno"), "\(table)")
        let wrong = try await home.run("report", "months", "--child", "Nobody")
        #expect(wrong.status != 0 && wrong.errors.contains("there is no child 'Nobody'"))
    }

    /// What came and went since the first movement is what the server says of the account as a whole.
    private func savings(of id: String, _ family: Family) async throws {
        let home = family.installation
        for (order, amount) in [("deposit", "5.50"), ("deposit", "1.25"), ("withdraw", "2.00")] {
            let body = try JSONValue(parsing: #"{"amount":\#(amount),"description":"bike"}"#)
            try await family.hub.post("/api/v1/children/\(id)/savings/\(order)", body)
        }
        #expect(try await home.run("sync").status == 0)
        let theirs = try await family.hub.get("/api/v1/children/\(id)/savings/summary")
        let ours = try await home.json("report", "savings", "--child", "Alice", "--from", "2000-01-01")
        func sum(_ name: String) -> Int {
            ours.compactMap { $0.text(name).flatMap { Int($0.filter { $0 != "." }) } }.reduce(0, +)
        }
        #expect(ours.first?.text("balance") == "4.75" && theirs.money("currentBalance") == "4.75", "\(ours) \(theirs)")
        for (own, name) in [("deposited", "totalDeposited"), ("withdrawn", "totalWithdrawn")] {
            #expect(theirs.money(name).flatMap { Int($0.filter { $0 != "." }) } == sum(own), "\(name)")
        }
    }

    struct Unequal: Error {
        let answer: JSONValue

        init(_ answer: JSONValue) { self.answer = answer }
    }
}

extension JSONValue {
    /// An amount of the server's with two digits, as this program writes it.
    fileprivate func money(_ name: String) -> String? {
        guard case .number(let number)? = self[name] else { return nil }
        let parts = number.text.split(separator: ".", maxSplits: 1)
        let cents = (parts.count > 1 ? String(parts[1]) : "") + "00"
        return "\(parts[0]).\(cents.prefix(2))"
    }
}
