import AllowanceAPI
import Store
import Values

/// Lists that are asked for while the hints that want them are journalled: the disk and the server take about as long.
///
/// What comes of it is stored after the hints, as always: the scan that the journalled hints cause takes the answers over.
struct EarlyReading: Sendable {
    typealias Answer = Result<Reply<[Transaction]>, FactError>

    private struct List: Sendable {
        let limit: Int
        // Loose, since the scan that will wait for it does not exist yet. Whoever drops it cancels it.
        let reply: Task<Answer, Never>
    }

    /// Since the engine was made; before the first question.
    let began: Duration
    /// Those that were asked for and not taken yet.
    private var lists: [ChildRow.ID: List]
    /// The only one that may have the answers: another reads more, and in another order.
    let scope: ScanScope

    init(_ rows: [ChildRow.ID: Set<TransactionRow.ID>], from source: any FactSource, began: Duration) {
        self.began = began
        scope = .children(Set(rows.keys))
        lists = [:]
        for (child, rows) in rows {
            let limit = ChildScan(aim: .hinted(rows, since: Timestamp(seconds: 0)), knownRows: 0).limit
            let reply = Task {
                do throws(FactError) {
                    return Answer.success(try await source.listedTransactions(of: child, limit: limit))
                } catch { return Answer.failure(error) }
            }
            lists[child] = List(limit: limit, reply: reply)
        }
    }

    /// The answer to this question, if it was asked; once.
    mutating func take(_ child: ChildRow.ID, limit: Int) -> Task<Answer, Never>? {
        guard lists[child]?.limit == limit else { return nil }
        return lists.removeValue(forKey: child)?.reply
    }

    /// Gives up what is not answered yet.
    func cancel() {
        for list in lists.values { list.reply.cancel() }
    }
}

extension HintBook {
    /// The rows of each child that these hints want read; `nil` if one of them names no child, or all want nothing.
    static func childrenToRead(_ hints: [Hint]) -> [ChildRow.ID: Set<TransactionRow.ID>]? {
        var rows: [ChildRow.ID: Set<TransactionRow.ID>] = [:]
        for hint in hints where hint.subject != .nothing {
            guard let child = hint.subject.child else { return nil }
            rows[child, default: []].formUnion(hint.subject.transaction.map { [$0] } ?? [])
        }
        return rows.isEmpty ? nil : rows
    }
}
