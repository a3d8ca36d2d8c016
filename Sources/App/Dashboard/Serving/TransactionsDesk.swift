import HTTPServer
import JSON
import Values

/// Answers what an address asks of transactions.
struct TransactionsDesk: Sendable {
    let reader: PageReader
    /// Asks the program, for whoever is signed in.
    let ask: @Sendable (_ path: [String], _ query: [String: String]) async throws -> JSONValue

    /// Rows of a page.
    private static let page = 50

    func view(_ request: HTTPRequest, _ session: PageSession) async throws -> HTML {
        let question = try TransactionQuestion(request)
        let page = try await rows(question, limit: Self.page)
        let children = try await ask(["children"], [:])
        var view = TransactionsView(
            reader: reader, session: session, question: question, children: children, page: page)
        if let month = question.month, question.isOfTimeAlone {
            // Sums are of the days of UTC, as the family server's own.
            let period = month.period(in: .utc)
            var query = ["since": period.since.description, "until": period.until.description]
            if !question.child.isEmpty { query["child"] = question.child }
            view.sums = (
                try await ask(["reports", "months"], query), try await ask(["reports", "spending"], query)
            )
        }
        return view.html
    }

    /// - Returns: `nil` where the path is no export's.
    func export(_ request: HTTPRequest) async throws -> HTTPResponse? {
        guard let export = TransactionExport.allCases.first(where: { $0.path == request.path }) else { return nil }
        let question = try TransactionQuestion(request)
        return try await export.response(reader) { place in
            try await rows(place.isEmpty ? question : question.from(place), limit: TransactionExport.piece)
        }
    }

    private func rows(_ question: TransactionQuestion, limit: Int) async throws -> JSONValue {
        try await ask(
            ["transactions", "page"], question.query(in: reader.zone).merging(["limit": "\(limit)"]) { $1 })
    }
}
