/// How far one account has come with what it is about, from rest to rest: one run.
///
/// A run begins when there is something to do and ends when nothing is left. Sending what was entered is its first 60
/// hundredths, reading lists the next 35, comparing the rest. More may turn up while it goes on; what is shown never goes back.
package struct RunProgress: Sendable, Equatable {
    /// What there can be to do.
    package enum Work: String, Sendable, CaseIterable {
        /// Entries that are sent or looked for now.
        case entries
        /// Answers that a scan waits for.
        case lists
        /// Lists of records that are read now.
        case records
        /// A scan's last commit, or its comparison of balances.
        case check

        /// What people are told that is going on.
        var operation: Operation {
            switch self {
            case .entries: .pushing
            case .lists, .records: .pulling
            case .check: .resolving
            }
        }
    }

    /// What is going on, in the words of `--json`.
    package enum Operation: String, Sendable, CaseIterable {
        /// What was entered here goes to the server.
        case pushing
        /// The server's lists are read.
        case pulling
        /// What was read is compared and settled.
        case resolving

        /// The hundredths of a run that are its own.
        var hundredths: Range<Int> {
            switch self {
            case .pushing: 0..<60
            case .pulling: 60..<95
            case .resolving: 95..<100
            }
        }
    }

    /// Whether anything is going on.
    package enum Phase: Sendable, Equatable {
        /// Nothing is; whatever was is done.
        case resting
        /// - Parameter hundredths: 0 to 99, of the whole run.
        case running(Operation, hundredths: Int)
    }

    /// See ``Phase``.
    package private(set) var phase = Phase.resting
    /// How many runs there have been, the one that goes on included.
    package private(set) var runs = 0
    private var open: [Work: Int] = [:]
    private var done: [Work: Int] = [:]
    /// Somebody follows the run to its end, which has as many lists to read at least.
    private var expected: Int?

    /// At rest.
    package init() {}

    /// There is so much to do, of each sort that is named; of the others as much as before.
    package mutating func update(_ work: [Work: Int]) {
        for (sort, count) in work {
            let (count, before) = (max(count, 0), open[sort, default: 0])
            done[sort, default: 0] += max(before - count, 0)
            open[sort] = count
        }
        move()
    }

    /// Somebody follows this run: it does not end before the same is said with `nil`.
    ///
    /// - Parameter lists: how many answers it will take, as far as that is known.
    package mutating func expect(_ lists: Int?) {
        expected = lists
        move()
    }

    private mutating func move() {
        guard let operation = operation ?? expected.map({ _ in heldOperation }) else { return rest() }
        if phase == .resting { runs += 1 }
        let reached = if case .running(_, let hundredths) = phase { hundredths } else { 0 }
        phase = .running(operation, hundredths: max(reached, hundredths(of: operation)))
    }

    private mutating func rest() {
        (phase, done) = (.resting, [:])
    }

    /// The first of them that has something to do; `nil` at rest.
    private var operation: Operation? {
        Operation.allCases.first { operation in
            Work.allCases.contains { $0.operation == operation && open[$0, default: 0] > 0 }
        }
    }

    /// Of a run that only goes on because somebody follows it.
    private var heldOperation: Operation { if case .running(let operation, _) = phase { operation } else { .pulling } }

    private func hundredths(of operation: Operation) -> Int {
        // Of a run that is followed the scan is only the beginning: its comparison is not nearly the end.
        if operation == .resolving, expected != nil { return hundredths(of: .pulling) }
        let sorts = Work.allCases.filter { $0.operation == operation }
        let finished = sorts.reduce(0) { $0 + done[$1, default: 0] }
        let all = sorts.reduce(finished) { $0 + open[$1, default: 0] }
        let range = operation.hundredths
        let total = max(all, operation == .pulling ? expected ?? 0 : 0, 1)
        // All of it is done only at rest.
        return min(range.lowerBound + range.count * finished / total, 99)
    }
}
