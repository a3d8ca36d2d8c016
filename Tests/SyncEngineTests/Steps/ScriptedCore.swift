import AllowanceAPI
import Values

@testable import Store
@testable import SyncEngine

/// A core whose server and store answer at once what a test says, at moments that it chooses.
struct ScriptedCore {
    static let start = Timestamp(seconds: 1_700_000_000)

    var core: SyncCore
    private(set) var elapsed = Duration.zero
    /// What somebody has set the wall clock by.
    var skew = Duration.zero
    /// What the server's clock is before this machine's true time.
    var serverOffset = Duration.zero
    /// What the next list commits come to; afterwards nothing new.
    var lists: [ListCommit.Outcome] = []
    /// What the next scans' last commits come to; afterwards nothing new.
    var ends: [ScanCommit.Outcome] = []
    /// The commits that were asked for.
    private(set) var tasks: [StoreTask] = []
    private(set) var news: [ScanNews] = []
    private(set) var renewals = 0
    private(set) var answersAnnounced = 0
    private(set) var scans: [ScanScope] = []

    init(_ resumption: Resumption = .sample(), timings: SyncTimings = SyncTimings(), interval: Duration = .seconds(60))
    {
        core = SyncCore(
            account: SyncAccount(name: "mum", scanInterval: interval), origin: "https://family.example",
            planner: { _ in [] }, timings: timings, seed: 1, isSent: { _ in true })
        happen(.resumed(resumption))
    }

    var wall: Timestamp { Self.start.advanced(by: elapsed + skew) }
    var serverTime: Timestamp { Self.start.advanced(by: elapsed + serverOffset) }

    /// Lets an event happen, and all that follows of it at the same moment.
    mutating func happen(_ event: SyncEvent, after pause: Duration = .zero) {
        elapsed += pause
        var open = step(event) + step(.timePassed)
        while let effect = open.first {
            open.removeFirst()
            guard let next = answer(effect) else { continue }
            open += step(next) + step(.timePassed)
        }
    }

    /// Lets time pass to the next moment at which the core has something to do, at most so long.
    mutating func pass(atMost limit: Duration = .seconds(86_400)) {
        let due = core.nextDue.map { max($0 - elapsed, .zero) } ?? limit
        happen(.timePassed, after: min(due, limit))
    }

    private mutating func step(_ event: SyncEvent) -> [SyncEffect] {
        core.step(event, at: SyncMoment(elapsed: elapsed, wall: wall))
    }

    private mutating func answer(_ effect: SyncEffect) -> SyncEvent? {
        switch effect {
        case .prepare(let scope, _):
            scans.append(scope)
            return .prepared(user: nil)
        case .ask(let question):
            switch question.kind {
            case .children:
                return .answered(question.id, .children(.success(reply([listed(alice, "1.00")]))), user: nil)
            case .transactions(let child, _):
                return .answered(question.id, .transactions(of: child, .success(reply([row(1, at: 1)]))), user: nil)
            }
        case .store(let lane, let task):
            tasks.append(task)
            return .stored(lane, .success(answer(task)))
        case .renewLink: renewals += 1
        case .announceAnswers: answersAnnounced += 1
        case .tell(let what): news.append(what)
        case .order(.store(.load, let id)): return .order(.stored(id, .success(.waiting([]))))
        case .order, .announceRecovery, .fail, .end: break
        }
        return nil
    }

    private func reply<Value>(_ value: Value) -> Reply<Value> {
        Reply(value: value, startedAt: wall, endedAt: wall, serverDate: serverTime)
    }

    private mutating func answer(_ task: StoreTask) -> StoreTask.Answer {
        switch task {
        case .journal(let commit):
            return .journalled(
                open: commit.hints.enumerated().filter { $0.element.subject != .nothing }.map {
                    HintCommit.Taken(
                        id: .init(rawValue: $0.offset), subject: $0.element.subject, receivedAt: Self.start)
                }, isOverfull: false)
        case .purge, .remember: return .done
        case .noteUser: return .userNoted(isAnother: false)
        case .lookUpAccount: return .known(Resumption.sample().account, [alice: known("1.00", rows: 1)])
        case .lookUpPage(let ids, _): return .page(known: Set(ids))
        case .list: return .listed(lists.isEmpty ? ListCommit.Outcome() : lists.removeFirst())
        case .scan: return .scanned(ends.isEmpty ? ScanCommit.Outcome() : ends.removeFirst())
        case .tidy: return .tidied([], overload: nil)
        }
    }
}

extension Resumption {
    static func sample(announced: Set<AnnouncedKind> = [], deepScanAt: Timestamp? = ScriptedCore.start) -> Resumption {
        var resumption = Resumption(
            account: AccountRow(
                id: .init(rawValue: 1), name: "mum", server: .init(rawValue: 1), userID: nil, role: nil,
                baselineAt: ScriptedCore.start, lastScanStartedAt: ScriptedCore.start, lastScanFinishedAt: nil,
                lastScanOutcome: nil), hints: [], deepScanAt: deepScanAt, worstLateness: .zero)
        resumption.announced = announced
        return resumption
    }
}
