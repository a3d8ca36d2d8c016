import Control
import HTTPServer
import JSON
import Store
import Testing
import Values

@testable import Dashboard
@testable import HTTPServer

/// Keeps what a stream writes.
private actor Download: HTTPBodySink {
    private(set) var bytes: [UInt8] = []
    private(set) var pieces = 0

    func writeChunk(_ bytes: [UInt8]) {
        self.bytes += bytes
        pieces += 1
    }

    func limitWriting(to limit: Duration) {}

    static func text(of response: HTTPResponse) async throws -> (text: String, pieces: Int) {
        guard case .stream(let write) = response.body else { return ("", 0) }
        let download = Download()
        try await write(HTTPBodyWriter(sink: download))
        return (String(decoding: await download.bytes, as: UTF8.self), await download.pieces)
    }
}

@Suite("Looking for transactions on the page")
struct TransactionsTests {
    /// 120 of Bruno's, two in each second, of which every tenth was spent on something.
    private func add(_ household: Household, _ numbers: ClosedRange<Int> = 1...120) async throws {
        try await household.store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let child = ChildRow(
                server: server.id, id: .init(rawValue: "id-bruno"), firstName: "Bruno", lastName: "",
                balance: .zero, seenAt: Timestamp(seconds: 1_773_500_966))
            try transaction.upsert(child)
            for number in numbers {
                let isSpent = number % 10 == 0
                let row = TransactionRow(
                    server: server.id, id: .init(rawValue: "b\(number)"), child: child.id,
                    amount: try #require(Decimal("1.05")), kind: isSpent ? .debit : .credit,
                    category: isSpent ? "Toys" : "Allowance",
                    description: number == 70 ? "=Grüne LEGO-Steine" : "Row \(number)", balanceAfter: .zero,
                    createdAt: Timestamp(seconds: 1_773_400_000 + Int64(number / 2)),
                    notes: number == 80 ? "from the\u{202E} shop" : nil, position: number,
                    firstSeenAt: Timestamp(seconds: 1_773_500_967), source: .scan, isLate: false)
                _ = try transaction.insert(row)
            }
        }
    }

    private func rows(_ page: String) -> [String] {
        page.split(separator: "href=\"/transactions/").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    /// Where the page goes on, as a browser would ask.
    private func next(_ page: String) -> String? {
        guard let link = page.split(separator: "<a ").first(where: { $0.contains("rel=\"next\"") }) else { return nil }
        let address = link.split(separator: "\"").dropFirst().first.map(String.init)
        return address?.replacing("&amp;", with: "&")
    }

    @Test("every row is on one page, also while new ones come, and pages have addresses of their own")
    func pages() async throws {
        try await Household.with { household in
            try await add(household)
            let (cookie, _) = try await household.signIn()
            var (address, found) = (String?.some("/transactions?child=id-bruno"), [String]())
            var pages = 0
            while let asked = address {
                let page = await household.get(asked, cookie: cookie)
                #expect(page.status == .ok)
                found += rows(page.page)
                address = next(page.page)
                pages += 1
                if pages == 1 { try await add(household, 121...125) }
            }
            #expect(pages == 3 && found == (1...120).reversed().map { "b\($0)" })
        }
    }

    @Test(
        "text is looked for in description, category and notes, in any letter case, word by word",
        arguments: [
            ("search=grüne+lego", ["b70"]), ("search=LEGO+nothing", []), ("search=SHOP", ["b80"]),
            ("search=row+1&kind=debit&from=2026-03-13", ["b120", "b110", "b100", "b10"]),
            ("category=toys&search=12", ["b120"]), ("search=script", ["txn-1"]), ("search=%3Cb%3E", ["txn-1"]),
            ("kind=debit&to=2026-03-12", []), ("search=lego&child=al%3Ci%3Ece", []),
            ("kind=&child=&search=lego", ["b70"]),
        ])
    func search(_ query: String, _ found: [String]) async throws {
        try await Household.with { household in
            try await add(household)
            let (cookie, _) = try await household.signIn()
            let encoded = query.replacing("ü", with: "%C3%BC")
            let page = await household.get("/transactions?\(encoded)", cookie: cookie)
            #expect(page.status == .ok && rows(page.page) == found, "\(page.page)")
            let file = await household.get("/transactions.jsonl?\(encoded)", cookie: cookie)
            let lines = try await Download.text(of: file).text.split(separator: "\n").map {
                try JSONValue(parsing: String($0))
            }
            #expect(lines.map { $0.text("id") } == found)
        }
    }

    @Test("what was typed stays in the form, as text")
    func form() async throws {
        try await Household.with { household in
            let (cookie, _) = try await household.signIn()
            let typed = "\"><script>\u{202E}"
            let address = PageAddress.with(
                ["search": typed, "category": typed, "from": "2026-03-01"], of: "/transactions")
            let page = await household.get(address, cookie: cookie).page
            #expect(page.contains("value=\"&quot;&gt;&lt;script&gt;\"") && !page.contains("\"><script>"))
            #expect(page.contains("name=\"from\" value=\"2026-03-01\"") && !page.contains("\u{202E}"))
            let long = String(repeating: "a", count: 10_000)
            for name in ["search", "child", "kind", "category", "from", "to", "month", "before"] {
                let answer = await household.get("/transactions?\(name)=\(long)", cookie: cookie)
                #expect([200, 400, 404].contains(answer.status.rawValue), "\(name): \(answer.status.rawValue)")
            }
            #expect(await household.get("/transactions?search=\(long)", cookie: cookie).status == .badRequest)
        }
    }

    @Test("a file has all that is found, in pieces; amounts stay numbers, and nothing that was typed is a formula")
    func export() async throws {
        try await Household.with { household in
            try await add(household, 1...2_500)
            let (cookie, _) = try await household.signIn()
            let answer = await household.get("/transactions.csv", cookie: cookie)
            #expect(answer.headers["Content-Disposition"] == "attachment; filename=\"transactions.csv\"")
            #expect(answer.headers["Content-Type"]?.hasPrefix("text/csv; charset=utf-8") == true)
            let (text, pieces) = try await Download.text(of: answer)
            let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2_501 + 2 && lines.last == "" && pieces == 1 + 3)
            #expect(lines[0] == "at,child,amount,balance,currency,category,description,by,late,id,state")
            #expect(lines[1].hasPrefix("2026-03-14 15:09:26,Al<i>ce Reed,-3.20,12.50,USD,<b>,\"<script>"))
            #expect(!text.contains("\u{202E}"))
            let one = await household.get("/transactions.csv?search=steine", cookie: cookie)
            #expect(
                try await Download.text(of: one).text.split(separator: "\r\n").last
                    == "2026-03-13 11:07:15,Bruno,-1.05,0.00,USD,Toys,'=Grüne LEGO-Steine,,no,b70,synced")
        }
    }

    @Test("a month has its sums, and a search has none, since they would not be of it")
    func months() async throws {
        try await Household.with { household in
            try await add(household)
            let (cookie, _) = try await household.signIn()
            let month = await household.get("/transactions?month=2026-03", cookie: cookie).page
            // 108 times 1.05; 12 times 1.05 and 3.20.
            #expect(month.contains("$113.40") && month.contains("$15.80"))
            let search = await household.get("/transactions?month=2026-03&search=lego", cookie: cookie).page
            #expect(!search.contains("class=\"sums\"") && rows(search) == ["b70"])
        }
    }
}
