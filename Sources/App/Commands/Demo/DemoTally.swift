import DemoBackend
import Store

/// What happened in the family and what people were told of it: a value that holds the two against each other.
struct DemoTally: Sendable {
    /// Rows that the family wrote since it began, by id; true if the hub told of it.
    private(set) var written: [String: Bool] = [:]
    private(set) var refused = 0
    private(set) var restarts = 0
    private(set) var cuts = 0
    /// How often each transaction's alert arrived, by id.
    private(set) var told: [String: Int] = [:]
    private(set) var late = 0

    mutating func happened(_ event: LifeEvent) {
        switch event {
        case .written(let row, let isTold): written[row.id] = isTold
        case .refused: refused += 1
        case .restarted: restarts += 1
        case .cut: cuts += 1
        }
    }

    mutating func arrived(_ transaction: String, isLate: Bool) {
        told[transaction, default: 0] += 1
        if isLate { late += 1 }
    }

    /// Nothing is missing.
    var isComplete: Bool { written.keys.allSatisfy { told[$0] != nil } }

    /// Everything that happened was told exactly once, and nothing else was told.
    var isRight: Bool { isComplete && told.allSatisfy { $0.value == 1 && written[$0.key] != nil } }

    /// The last lines of the demo.
    func summary(_ counts: StoreCounts, _ accounting: DeliveryAccounting) -> [(label: String, text: String)] {
        let missing = written.keys.filter { told[$0] == nil }.count
        let repeated = told.values.reduce(0) { $0 + $1 - 1 }
        let silent = written.values.filter { !$0 }.count
        return [
            (
                "the family made",
                "\(written.count) transactions (\(silent) without a word from the hub), \(refused) refused"
            ),
            ("what went wrong", "\(restarts) server restarts, \(cuts) network cuts"),
            (
                "in the store",
                "\(counts.transactions) transactions, history included; \(counts.hints) hints, \(counts.openHints) open"
            ),
            (
                "alerts", "\(accounting.alerts) = \(written.count) made, \(missing) missing; \(late) marked as late"
            ),
            (
                "deliveries",
                "\(accounting.deliveries) = \(accounting.count(.delivered)) delivered + \(accounting.count(.queued)) queued + "
                    + "\(accounting.count(.attempting)) under way + \(accounting.count(.inDoubt)) in doubt + "
                    + "\(accounting.count(.skipped) + accounting.count(.dead) + accounting.count(.discarded)) given up"
            ),
            ("reached people", "\(told.count) different alerts, \(repeated) twice"),
        ]
    }
}
