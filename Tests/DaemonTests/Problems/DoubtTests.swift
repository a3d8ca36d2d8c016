import Control
import Testing
import Values

@testable import Daemon
@testable import Store
@testable import SyncEngine

/// What is told of servers whose facts are doubtful.
@Suite("Doubtful facts")
struct DoubtTests {
    private static let start = Timestamp(seconds: 1_000_000)

    private struct State {
        var doubts = LiveStatus.Doubts()
        var lastScan: Timestamp? = start
        var hasAccount = true
        var at: Int64 = 0

        var now: Timestamp { start.advanced(by: .seconds(at)) }

        var facts: HealthFacts {
            var live = LiveStatus(startedAt: start, version: "1")
            var account = LiveStatus.Account(name: "mum", state: .live)
            (account.lastScan, account.doubts) = (lastScan.map { _ in now }, doubts)
            live.accounts = hasAccount ? [account] : []
            live.targets = [LiveStatus.Target(name: "phone", state: .working)]
            return HealthFacts(
                live: live, accounting: nil, counts: nil, commands: ProgramCommands(isService: false, namedFile: nil))
        }

        var evidence: ProblemEvidence { ProblemEvidence(facts: facts, told: [], now: now) }

        func proof(of event: AlertRow.Event) -> ProblemEvidence.Proof {
            evidence.proof(of: .init(event: event, subject: "mum"), since: start)
        }

        var problems: [Problem] {
            facts.problems(at: now).filter { [.historyShorter, .hubDeaf, .balanceUnexplained].contains($0.kind) }
        }
    }

    @Test(
        "a restore is shown for a week and told; then it is forgotten without a word, and never before the store was asked"
    )
    func restored() {
        var state = State()
        state.doubts.restoration = Restoration(at: Self.start, rows: 12)
        #expect(state.problems.map(\.severity) == [.needsPerson])
        #expect(state.problems[0].sentence.hasSuffix("12 transactions are gone at once"))
        #expect(state.evidence.troubles.keys.map(\.event) == [.historyShorter])
        state.at = 7 * 86_400 - 1
        #expect(state.problems.count == 1)
        state.at = 7 * 86_400
        #expect(state.problems.isEmpty && state.proof(of: .historyShorter) == .gone)
        state.lastScan = nil
        #expect(state.proof(of: .historyShorter) == .none)
        state.hasAccount = false
        #expect(state.proof(of: .historyShorter) == .gone)
    }

    @Test("an open conflict is told; that none is open any more is the proof, and an account that is gone is forgotten")
    func contested() {
        var facts = State().facts
        func evidence() -> ProblemEvidence { ProblemEvidence(facts: facts, told: [], now: Self.start) }
        let key = ProblemWatch.Key(event: .conflict, subject: "mum")
        #expect(evidence().troubles[key] == nil)
        facts.conflicts.fields = ["mum": 2]
        #expect(evidence().troubles[key]?.text.contains("2 decisions are yours: pocketbell conflicts") == true)
        #expect(evidence().proof(of: key, since: Self.start) == .none)
        facts.conflicts.fields = ["dad": 1]
        guard case .works = evidence().proof(of: key, since: Self.start) else {
            Issue.record("nothing waits for mum")
            return
        }
        facts.live?.accounts = []
        #expect(evidence().proof(of: key, since: Self.start) == .gone)
    }

    @Test(
        "a deaf hub needs a person only when its renewed connection is no better; what it says since then is the proof")
    func deaf() {
        var state = State()
        state.doubts.deafness = .init(since: Self.start, isRepeated: false)
        #expect(state.problems.map(\.severity) == [.mendsItself] && state.evidence.troubles.isEmpty)
        #expect(state.problems[0].sentence.hasSuffix("its connection was renewed"))
        state.doubts.deafness = .init(since: Self.start, isRepeated: true)
        #expect(state.problems.map(\.severity) == [.needsPerson])
        #expect(state.evidence.troubles.keys.map(\.event) == [.hubDeaf])
        #expect(state.proof(of: .hubDeaf) == .none)
        state.doubts.deafness = nil
        #expect(state.proof(of: .hubDeaf) == .none)
        state.doubts.heardAt = Self.start
        #expect(state.proof(of: .hubDeaf) == .none)
        state.doubts.heardAt = Self.start.advanced(by: .seconds(1))
        #expect(state.proof(of: .hubDeaf) == .works("the hub of mum announces what happens again"))
    }

    @Test("a contradiction that lasts ten minutes needs a person; an agreement since then is the proof")
    func contradicts() {
        var state = State()
        state.doubts.contradiction = .init(since: Self.start, sentence: "Alice's balance is off")
        state.at = 599
        #expect(state.problems.map(\.severity) == [.mendsItself])
        state.at = 600
        #expect(state.problems.map(\.severity) == [.needsPerson])
        #expect(state.evidence.troubles.keys.map(\.event) == [.balanceUnexplained])
        state.doubts.contradiction = nil
        #expect(state.proof(of: .balanceUnexplained) == .none)
        state.doubts.agreedAt = Self.start.advanced(by: .seconds(700))
        #expect(state.proof(of: .balanceUnexplained) == .works("what the server of mum says fits together again"))
    }

    @Test("what the engine knows is what is shown")
    func mapped() {
        var sync = SyncStatus(account: "mum")
        #expect(LiveStatus.Doubts(sync) == LiveStatus.Doubts())
        sync.restoration = Restoration(at: Self.start, rows: 3)
        for round in 1...2 {
            for _ in 0..<3 { _ = sync.hearing.missed(1, wall: Self.start, now: .zero) }
            #expect(LiveStatus.Doubts(sync).deafness == .init(since: Self.start, isRepeated: round == 2))
        }
        #expect(LiveStatus.Doubts(sync).restoration == sync.restoration)
        sync.hearing.heard(at: Self.start)
        #expect(LiveStatus.Doubts(sync).deafness == nil && LiveStatus.Doubts(sync).heardAt == Self.start)
    }
}
