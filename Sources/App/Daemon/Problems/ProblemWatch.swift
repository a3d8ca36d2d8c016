import Control
import Store
import Values

/// Decides which of the program's problems people are told of, and when they hear that one is over. A pure value: what is wrong and
/// the moment are given.
///
/// A problem is told when it needs a person and has been seen for ``hold``; and when it was over less than ``memory`` ago, only
/// after ``longHold``, so that what comes and goes is no flood. It is over when there is proof that it works, for ``quiet``. What
/// was told before a restart is not told again.
struct ProblemWatch: Sendable, Equatable {
    /// One trouble, whatever its words are at the moment.
    struct Key: Hashable, Sendable {
        let event: AlertRow.Event
        /// An account's or a target's name; empty for the program as a whole.
        let subject: String
    }

    enum Action: Sendable, Equatable {
        case tell(AlertRow.Notice, Key)
        case tellOver(AlertRow.Notice, Key)
        /// What it was about is watched no longer.
        case forget(Key)
    }

    static let hold: Duration = .seconds(30)
    static let longHold: Duration = .seconds(1_800)
    static let memory: Duration = .seconds(3_600)
    static let quiet: Duration = .seconds(300)

    /// What people know of, and since when it has been, as they were told.
    private(set) var told: [Key: Timestamp]
    /// When each that is not told was first seen, in running time.
    private var seen: [Key: Duration] = [:]
    /// Since when there is proof that what was told works, in running time.
    private var well: [Key: Duration] = [:]
    /// When each was told to be over, in running time.
    private var ended: [Key: Duration] = [:]

    /// - Parameter told: what the store says was told and is not over.
    init(told: [ToldProblem]) {
        self.told = Dictionary(told.map { (Key(event: $0.event, subject: $0.subject), $0.since) }) { first, _ in first }
    }

    /// What is to be planned now; each is done once the store has it, and asked for again until then.
    ///
    /// - Parameters:
    ///   - wall: for what people read.
    ///   - running: of a clock that nobody sets.
    mutating func look(at evidence: ProblemEvidence, wall: Timestamp, running: Duration) -> [Action] {
        let present = evidence.troubles
        seen = seen.filter { present[$0.key] != nil }
        ended = ended.filter { running - $0.value < Self.memory }
        let begun = present.filter { told[$0.key] == nil }.compactMap { key, problem -> Action? in
            let first = seen[key] ?? running
            seen[key] = first
            guard running - first >= (ended[key] == nil ? Self.hold : Self.longHold) else { return nil }
            let notice = AlertRow.Notice(
                subject: key.subject, sentence: problem.text, since: problem.since ?? wall, isOver: false)
            return .tell(notice, key)
        }
        let over = told.compactMap { key, since -> Action? in
            switch present[key] == nil ? evidence.proof(of: key, since: since) : .none {
            case .gone: return .forget(key)
            case .none: well[key] = nil
            case .works(let sentence):
                let first = well[key] ?? running
                well[key] = first
                guard running - first >= Self.quiet else { return nil }
                let notice = AlertRow.Notice(subject: key.subject, sentence: sentence, since: since, isOver: true)
                return .tellOver(notice, key)
            }
            return nil
        }
        return (begun + over).sorted { $0.order < $1.order }
    }

    /// The store has it.
    mutating func done(_ action: Action, running: Duration) {
        switch action {
        case .tell(let notice, let key):
            told[key] = notice.since
            seen[key] = nil
        case .tellOver(_, let key):
            told[key] = nil
            well[key] = nil
            ended[key] = running
        case .forget(let key):
            told[key] = nil
            well[key] = nil
        }
    }
}

extension ProblemWatch.Action {
    /// The same from run to run, whatever order a dictionary has.
    fileprivate var order: String {
        switch self {
        case .tell(_, let key): "1 \(key.event.rawValue) \(key.subject)"
        case .tellOver(_, let key): "2 \(key.event.rawValue) \(key.subject)"
        case .forget(let key): "3 \(key.event.rawValue) \(key.subject)"
        }
    }
}
