import Testing
import Values

@testable import AllowanceAPI

@Suite("Lists that come in pages")
struct TransactionPagesTests {
    /// A server that cuts its list into pages, with rows numbered in the order in which they were made.
    private struct Server {
        var rows: [Transaction]
        var limit = 10
        var questions = 0

        init(_ count: Int, perSecond: Int = 1) {
            rows = (0..<count).reversed().map { Self.row($0, at: Int64($0 / perSecond)) }
        }

        static func row(_ number: Int, at second: Int64) -> Transaction {
            Transaction(
                id: Transaction.ID(rawValue: "txn-\(number)")!, child: Child.ID(rawValue: "alice")!,
                amount: Decimal("1")!, kind: .credit, description: "", balanceAfter: Decimal("1")!,
                createdAt: Timestamp(seconds: second))
        }

        mutating func page(_ offset: Int) -> TransactionPage {
            questions += 1
            return TransactionPage(rows: Array(rows.dropFirst(offset).prefix(limit)), total: rows.count)
        }
    }

    /// Reads a list; the server does something before each page but the first.
    private func read(
        _ server: inout Server, wanted: Int = .max, between: (inout Server) -> Void = { _ in }
    ) -> [Transaction.ID]? {
        var pages = TransactionPages(wanted: wanted)
        var next = pages.take(server.page(0))
        for _ in 0..<200 {
            switch next {
            case .whole: return pages.rows.map(\.id)
            case .givenUp: return nil
            case .page(let offset):
                between(&server)
                next = pages.take(server.page(offset))
            }
        }
        return nil
    }

    @Test(
        "however rows share seconds, each is read once, and no more than is wanted",
        arguments: [1, 2, 3, 7, 10, 25], [0, 1, 9, 10, 11, 57, 100])
    func complete(_ perSecond: Int, _ count: Int) {
        var server = Server(count, perSecond: perSecond)
        #expect(read(&server) == server.rows.map(\.id))
        #expect(read(&server, wanted: 23)?.count == min(23, count))
    }

    @Test("a server that says no total has given all that it has: one question")
    func bare() {
        var pages = TransactionPages(wanted: 100)
        let rows = Server(50).rows
        #expect(pages.take(TransactionPage(rows: rows)) == .whole && pages.rows == rows)
    }

    @Test("rows that are written meanwhile cost nothing but their overlap")
    func inserts() {
        var server = Server(60)
        var made = 60
        let found = read(&server) { server in
            for _ in 0..<2 {
                server.rows.insert(Server.row(made, at: Int64(made)), at: 0)
                made += 1
            }
        }
        let old = (0..<60).reversed().map { Transaction.ID(rawValue: "txn-\($0)")! }
        #expect(found?.filter(old.contains) == old)
    }

    @Test("rows that are taken away meanwhile are noticed where others may have been missed: the list is read anew")
    func deletes() {
        var server = Server(60)
        var isFirst = true
        let found = read(&server) { server in
            guard isFirst else { return }
            isFirst = false
            server.rows.removeFirst(9)
        }
        #expect(found == server.rows.map(\.id))
        // Two before it began anew, and eight for the 51 rows that are left.
        #expect(server.questions == 10)
        // One that moves all the time is given up, not read for ever.
        var restless = Server(500)
        #expect(read(&restless) { $0.rows.removeFirst(8) } == nil)
        #expect(restless.questions < 20)
    }

    @Test("a server that answers the same page for ever, or nothing where there should be more, is not asked for ever")
    func hostile() {
        var pages = TransactionPages(wanted: 1_000)
        let rows = Server(10).rows
        var next = pages.take(TransactionPage(rows: rows, total: 1_000))
        var count = 0
        while case .page = next, count < 1_000 {
            next = pages.take(TransactionPage(rows: rows, total: 1_000))
            count += 1
        }
        #expect(count < 1_000)
        var empty = TransactionPages(wanted: 10)
        #expect(empty.take(TransactionPage(rows: [], total: 10)) == .whole)
        var single = TransactionPages(wanted: 10)
        #expect(single.take(TransactionPage(rows: Array(rows.prefix(1)), total: 10)) == .whole)
    }
}
