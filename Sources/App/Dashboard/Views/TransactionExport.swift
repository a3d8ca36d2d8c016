import Control
import HTTPServer
import JSON
import TextFormats
import Values

/// All that a question finds, as a file: in pieces, so that nothing but one of them is ever in memory, however many rows there are.
enum TransactionExport: CaseIterable {
    case csv, json

    /// Rows that are asked for at once.
    static let piece = 1_000

    var path: String { "\(PageFrame.Place.transactions.rawValue).\(self == .csv ? "csv" : "jsonl")" }
    private var type: String { self == .csv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson" }

    /// - Parameter ask: gives the piece that begins at a place.
    /// - Throws: what the first piece is refused with. A later one that cannot be read cuts the answer off, so nobody takes the half for the
    ///   whole.
    func response(
        _ reader: PageReader, ask: @escaping @Sendable (String) async throws -> JSONValue
    ) async throws -> HTTPResponse {
        let first = try await ask("")
        var response = HTTPResponse(
            headers: ["Content-Type": type],
            body: .stream { writer in
                if self == .csv { try await writer.write(CSVText(head: Self.head).text) }
                var piece = first
                while true {
                    let text = text(piece.list("rows"), reader)
                    if !text.isEmpty { try await writer.write(text) }
                    let next = piece.text("next")
                    guard !next.isEmpty else { return }
                    piece = try await ask(next)
                }
            })
        response.headers["Content-Disposition"] = "attachment; filename=\"\(path.dropFirst())\""
        return response
    }

    private func text(_ rows: [JSONValue], _ reader: PageReader) -> String {
        switch self {
        case .json: return rows.map { "\($0)\n" }.joined()
        case .csv:
            var csv = CSVText()
            for row in rows { csv.append(Self.cells(row, reader)) }
            return csv.text
        }
    }

    /// As `pocketbell transactions --csv` names them.
    static let head = [
        "at", "child", "amount", "balance", "currency", "category", "description", "by", "late", "id", "state",
    ]

    private static func cells(_ row: JSONValue, _ reader: PageReader) -> [CSVText.Cell] {
        let local = Timestamp(row.text("at")).map(reader.zone.local)
        return [
            .own(local.map { "\($0.date) \($0.timeOfDay)" } ?? ""), .typed(row["child"]?.text("name") ?? ""),
            .own(row.text("amount")), .own(row.text("balance")), .own(row.text("currency")),
            .typed(row.text("category")), .typed(row.text("description")), .typed(row.text("by")),
            .own(row["late"] == true ? "yes" : "no"), .typed(row.text("id")), .own(row.text("state")),
        ]
    }
}
