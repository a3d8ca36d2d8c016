import AllowanceAPI
import Store
import Values

/// Lists that are asked for while the hints that want them are journalled: the disk and the server take about as long.
///
/// What comes of it is stored after the hints, as always: the scan that the journalled hints cause takes the answers over.
struct EarlyReading: Sendable {
    private struct List: Sendable {
        let limit: Int
        let id: Question.ID
        /// With who was signed in when it came; `nil` before it has come.
        var answer: (Question.Answer, user: FactUser?)?
    }

    /// What became of a question that a scan has now, too.
    enum Taken: Sendable {
        /// Its answer will come.
        case asked(Question.ID)
        case answered(Question.Answer, user: FactUser?)
    }

    /// Since the engine was made; before the first question.
    let began: Duration
    /// The only one that may have the answers: another reads more, and in another order.
    let scope: ScanScope
    /// Those that were asked for and not taken yet.
    private var lists: [ChildRow.ID: List] = [:]

    /// - Parameter number: gives the questions their ids.
    init(_ rows: [ChildRow.ID: Set<TransactionRow.ID>], began: Duration, number: () -> Question.ID) {
        self.began = began
        scope = .children(Set(rows.keys))
        for (child, rows) in rows.sorted(by: { $0.key < $1.key }) {
            let limit = ChildScan(aim: .hinted(rows, since: Timestamp(seconds: 0)), knownRows: 0).limit
            lists[child] = List(limit: limit, id: number())
        }
    }

    /// In the order of their ids.
    var questions: [Question] {
        lists.map { Question(id: $0.value.id, kind: .transactions(of: $0.key, limit: $0.value.limit)) }
            .sorted { $0.id < $1.id }
    }

    /// Keeps an answer for the scan; one to another question is nobody's.
    mutating func keep(_ answer: Question.Answer, to id: Question.ID, user: FactUser?) {
        guard let child = lists.first(where: { $0.value.id == id })?.key else { return }
        lists[child]?.answer = (answer, user)
    }

    /// The question, if it was asked; once.
    mutating func take(_ child: ChildRow.ID, limit: Int) -> Taken? {
        guard let list = lists[child], list.limit == limit else { return nil }
        lists[child] = nil
        return list.answer.map { .answered($0.0, user: $0.user) } ?? .asked(list.id)
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
