import Control
import Testing
import Values

@testable import Daemon
@testable import Store

@Suite("What people hear about the program itself")
struct ProblemWatchTests {
    private typealias Action = ProblemWatch.Action

    private static let start = Timestamp(seconds: 1_000_000)

    /// The program's state, a while after its start.
    private struct State {
        var account = LiveStatus.Account(name: "mum", state: .live)
        var target = LiveStatus.Target(name: "phone", state: .working)
        var hasAccount = true
        var isProven = true
        var lastDelivered: Timestamp?
        var isBalanced = true
        var at: Int64 = 0

        var now: Timestamp { start.advanced(by: .seconds(at)) }

        var evidence: ProblemEvidence {
            var (live, account) = (LiveStatus(startedAt: start, version: "1"), account)
            // It scans as it should, unless a test says otherwise.
            account.lastScan = account.lastScan ?? now
            live.accounts = hasAccount ? [account] : []
            live.targets = [target]
            let taken = DeliveryAccounting.Target(name: "phone", lastDelivered: lastDelivered)
            let books = DeliveryAccounting(targets: [taken], alerts: 0, everCaused: isBalanced ? 0 : 1, openAttempts: 0)
            let facts = HealthFacts(
                live: live, accounting: books, counts: nil,
                commands: ProgramCommands(isService: false, namedFile: nil))
            let told = ToldProblem(event: .targetSuspended, subject: "phone", since: start, isProven: isProven)
            return ProblemEvidence(facts: facts, told: [told], now: now)
        }
    }

    private func look(_ watch: inout ProblemWatch, _ state: State) -> [Action] {
        let actions = watch.look(at: state.evidence, wall: state.now, running: .seconds(state.at))
        for action in actions { watch.done(action, running: .seconds(state.at)) }
        return actions
    }

    private func words(_ actions: [Action]) -> [String] {
        actions.map { action in
            switch action {
            case .tell(let notice, let key): "\(key.event.rawValue) \(notice.subject): \(notice.sentence)"
            case .tellOver(let notice, let key): "over \(key.event.rawValue) \(notice.subject): \(notice.sentence)"
            case .forget(let key): "forget \(key.event.rawValue) \(key.subject)"
            }
        }
    }

    private var suspended: State {
        var state = State()
        state.target.state = .suspended
        state.target.since = Self.start
        state.target.reason = "answered 404"
        return state
    }

    @Test("a problem is told once it has stood for half a minute, once, with the next step")
    func told() {
        var (watch, state) = (ProblemWatch(told: []), suspended)
        for moment in [0, 10, 29] as [Int64] {
            state.at = moment
            #expect(look(&watch, state) == [])
        }
        state.at = 30
        #expect(
            words(look(&watch, state)) == [
                "target-suspended phone: target phone refuses what it is sent: answered 404: mend it, reload "
                    + "(systemctl --user reload pocketbell; or start it again), then pocketbell target test phone"
            ])
        for moment in [31, 600, 86_400] as [Int64] {
            state.at = moment
            #expect(look(&watch, state) == [])
        }
    }

    @Test("what went away before it was told is told to nobody, and begins anew when it is back")
    func brief() {
        var (watch, state) = (ProblemWatch(told: []), suspended)
        #expect(look(&watch, state) == [])
        state.at = 20
        state.target.state = .working
        #expect(look(&watch, state) == [])
        state.at = 31
        state.target.state = .suspended
        #expect(look(&watch, state) == [])
        state.at = 61
        #expect(look(&watch, state).count == 1)
    }

    @Test("what was told before a restart is not told again, and is over when there is proof for five minutes")
    func restart() {
        let told = ToldProblem(
            event: .targetSuspended, subject: "phone", since: Self.start.advanced(by: .seconds(-9)), isProven: false)
        var (watch, state) = (ProblemWatch(told: [told]), suspended)
        state.at = 600
        #expect(look(&watch, state) == [])
        // Not refusing is no proof: perhaps nothing was sent.
        state.target.state = .working
        state.isProven = false
        state.at = 1_000
        #expect(look(&watch, state) == [])
        state.at = 2_000
        #expect(look(&watch, state) == [])
        state.isProven = true
        #expect(look(&watch, state) == [])
        state.at = 2_299
        #expect(look(&watch, state) == [])
        state.at = 2_300
        #expect(words(look(&watch, state)) == ["over target-suspended phone: target phone takes alerts again"])
        state.at = 2_400
        #expect(look(&watch, state) == [])
    }

    @Test("what a target took before a restart proves it, unless it fails now or the proof was taken back")
    func provenBefore() {
        let told = ToldProblem(
            event: .targetSuspended, subject: "phone", since: Self.start.advanced(by: .seconds(-600)), isProven: false)
        for (isProven, state) in [(true, .working), (false, .working), (true, .failing), (true, .suspended)]
            as [(Bool, LiveStatus.Target.State)]
        {
            var (watch, now) = (ProblemWatch(told: [told]), State())
            now.isProven = isProven
            now.target.state = state
            // By itself it says nothing: the target may have refused all that came after it.
            now.lastDelivered = Self.start.advanced(by: .seconds(-9))
            let isOver = isProven && state == .working
            #expect(look(&watch, now) == [])
            now.at = 299
            #expect(look(&watch, now) == [])
            now.at = 300
            let over = ["over target-suspended phone: target phone takes alerts again"]
            #expect(words(look(&watch, now)) == (isOver ? over : []))
        }
    }

    @Test("what fails again before it is said to be over never was")
    func relapse() {
        let told = ToldProblem(event: .targetSuspended, subject: "phone", since: Self.start, isProven: false)
        var watch = ProblemWatch(told: [told])
        for round in 0..<10 as Range<Int64> {
            var well = State(), bad = suspended
            well.at = round * 400
            bad.at = round * 400 + 299
            #expect(look(&watch, well) == [] && look(&watch, bad) == [])
        }
    }

    @Test(
        "what comes and goes for a day makes two messages in an hour at most, and one if it never lasts",
        arguments: [180, 720])
    func flapping(_ period: Int64) {
        var watch = ProblemWatch(told: [])
        var count = 0
        for second in stride(from: 0, to: 86_400, by: 10) as StrideTo<Int64> {
            var state = (second / period) % 2 == 0 ? suspended : State()
            state.at = second
            count += look(&watch, state).count
        }
        #expect(period == 180 ? count == 1 : (2...48).contains(count), "\(count)")
    }

    @Test(
        "an account that must sign in, and a server that has been gone for ten minutes, until a scan proves them well")
    func accounts() {
        var (watch, state) = (ProblemWatch(told: []), State())
        state.account.state = .waiting
        state.account.failingSince = Self.start
        state.account.hubLostSince = Self.start
        for moment in [0, 30, 590] as [Int64] {
            state.at = moment
            #expect(look(&watch, state) == [], "it may mend itself")
        }
        for moment in [610, 640] as [Int64] {
            state.at = moment
            let actions = look(&watch, state)
            #expect(actions.count == (moment == 640 ? 1 : 0))
            #expect(words(actions).allSatisfy { $0.hasPrefix("connection-lost mum: mum cannot be scanned") })
        }
        // The server is back, and wants a password.
        state.account.state = .signInNeeded
        state.account.hubLostSince = nil
        state.at = 700
        #expect(look(&watch, state) == [])
        state.at = 730
        #expect(words(look(&watch, state)).map { $0.prefix(19) } == ["sign-in-needed mum:"])
        state.account.state = .live
        state.account.failingSince = nil
        state.account.lastScan = Self.start.advanced(by: .seconds(-5))
        state.at = 740
        #expect(look(&watch, state) == [])
        state.at = 1_050
        #expect(look(&watch, state) == [], "a scan of another run proves nothing")
        state.account.lastScan = state.now
        #expect(look(&watch, state) == [])
        state.at = 1_350
        #expect(
            words(look(&watch, state)) == [
                "over connection-lost mum: the server of mum answers again",
                "over sign-in-needed mum: mum is signed in again",
            ])
    }

    @Test("counts that don't add up are told of the program as a whole, and so is that they do again")
    func accounting() {
        var (watch, state) = (ProblemWatch(told: []), State())
        state.isBalanced = false
        #expect(look(&watch, state) == [])
        state.at = 40
        #expect(words(look(&watch, state)).first?.hasPrefix("accounting-broken : the counts of the store") == true)
        state.isBalanced = true
        state.at = 50
        #expect(look(&watch, state) == [])
        state.at = 350
        #expect(words(look(&watch, state)) == ["over accounting-broken : the counts of the store add up again"])
    }

    @Test("of what is configured no longer nobody hears again")
    func gone() {
        let told = ToldProblem(event: .signInNeeded, subject: "mum", since: Self.start, isProven: false)
        let other = ToldProblem(event: .targetSuspended, subject: "pager", since: Self.start, isProven: false)
        var (watch, state) = (ProblemWatch(told: [told, other]), State())
        state.hasAccount = false
        #expect(words(look(&watch, state)) == ["forget sign-in-needed mum", "forget target-suspended pager"])
        #expect(watch.told == [:])
    }

    @Test("what the store did not take is asked for again")
    func refused() {
        var (watch, state) = (ProblemWatch(told: []), suspended)
        #expect(look(&watch, state) == [])
        state.at = 30
        for _ in 0..<3 {
            #expect(watch.look(at: state.evidence, wall: state.now, running: .seconds(30)).count == 1)
        }
    }

    @Test("each kind of problem is told as one event, or shown and not told", arguments: Problem.Kind.allCases)
    func kinds(_ kind: Problem.Kind) {
        let told: [Problem.Kind: AlertRow.Event] = [
            .signInNeeded: .signInNeeded, .cannotScan: .connectionLost, .scanOverdue: .connectionLost,
            .hubLost: .connectionLost, .targetSuspended: .targetSuspended, .targetSilent: .targetSilent,
            .accountingBroken: .accountingBroken,
            .historyShorter: .historyShorter, .hubDeaf: .hubDeaf, .balanceUnexplained: .balanceUnexplained,
            .diskLow: .diskFull,
            .openConflicts: .conflict,
        ]
        #expect(AlertRow.Event(kind) == told[kind])
    }
}
