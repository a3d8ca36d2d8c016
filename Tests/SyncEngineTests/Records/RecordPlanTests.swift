import AllowanceAPI
import Store
import SyncEngine
import Testing

@Suite("When records are read")
struct RecordPlanTests {
    private typealias Key = RecordPlan.Key
    private let goals = Key(.goal, of: "alice")
    private let brunos = Key(.goal, of: "bruno")
    private let members = Key(.member)
    private let wishes = Key(.wish, of: "alice")

    private func seconds(_ count: Int64) -> Duration { .seconds(count) }
    private func plan(_ keys: Key..., ages: [Key: Duration] = [:]) -> RecordPlan {
        var plan = RecordPlan()
        plan.setLists(Set(keys), ages: ages, at: .zero)
        return plan
    }

    @Test("what rules ask about is read with each scan, and nothing else")
    func hurried() {
        var plan = plan(goals, wishes)
        plan.setHurry([.goal], every: .seconds(60), at: .zero)
        #expect(plan.next(at: .zero) == [goals, wishes])
        for key in [goals, wishes] { plan.ended(key, .read, at: .zero, random: 0.5) }
        #expect(plan.next(at: .seconds(59)) == [] && plan.next(at: .seconds(60)) == [goals])
        plan.ended(goals, .read, at: .seconds(61), random: 0.5)
        // Other rules: wishes are asked about from now on, goals no longer.
        plan.setHurry([.wish], every: .seconds(60), at: .seconds(100))
        #expect(plan.next(at: .seconds(100)) == [wishes], "it was read long ago")
        plan.ended(wishes, .read, at: .seconds(100), random: 0.5)
        #expect(plan.next(at: .seconds(121)) == [goals])
        plan.ended(goals, .read, at: .seconds(121), random: 0.5)
        #expect(plan.next(at: .seconds(160)) == [wishes])
        plan.ended(wishes, .read, at: .seconds(160), random: 0.5)
        // A server is not asked more often than lists are apart.
        plan.setHurry([.wish], every: .seconds(1), at: .seconds(161))
        #expect(plan.next(at: .seconds(174)) == [])
        // One that fails keeps its time.
        _ = plan.next(at: .seconds(300))
        plan.ended(wishes, .absent, at: .seconds(300), random: 0.5)
        plan.setHurry([], every: .seconds(60), at: .seconds(301))
        plan.setHurry([.wish], every: .seconds(60), at: .seconds(302))
        #expect(plan.next(at: .seconds(400)) == [])
    }

    @Test(
        "what had no answer is read at once when the server is back; what is not there to be read, and what is fresh, is not"
    )
    func triesAgain() {
        for state in State.allCases {
            var plan = plan(in: state)
            let before = plan.nextDue
            plan.tryAgain(at: .milliseconds(10))
            let isUnanswered = state == .failed || state == .failedTwice
            #expect(plan.nextDue == (isUnanswered ? .milliseconds(10) : before), "\(state)")
        }
        // The server's own wish is kept.
        var plan = plan(goals)
        _ = plan.next(at: .zero)
        plan.ended(goals, .failed(retryAfter: .seconds(90)), at: .zero, random: 0.5)
        plan.tryAgain(at: .seconds(1))
        #expect(plan.next(at: .seconds(89)) == [] && plan.next(at: .seconds(90)) == [goals])
    }

    /// A plan of one list that stands in the state, with the moment at which it does.
    enum State: CaseIterable { case new, being, beingWanted, read, failed, failedTwice, absent, refused }

    private func plan(in state: State) -> RecordPlan {
        var plan = plan(goals)
        guard state != .new else { return plan }
        #expect(plan.next(at: .zero) == [goals])
        let outcomes: [RecordPlan.Outcome] =
            switch state {
            case .new, .being, .beingWanted: []
            case .read: [.read]
            case .failed: [.failed(retryAfter: nil)]
            case .failedTwice: [.failed(retryAfter: nil), .failed(retryAfter: nil)]
            case .absent: [.absent]
            case .refused: [.refused]
            }
        if state == .beingWanted { plan.ask(for: [.goal], at: .zero) }
        for (number, outcome) in outcomes.enumerated() {
            if number > 0, let due = plan.nextDue { _ = plan.next(at: due) }
            plan.ended(goals, outcome, at: .zero, random: 0.5)
        }
        return plan
    }

    private func expect(
        _ state: State, _ due: Int64?, at location: SourceLocation = #_sourceLocation,
        after change: (inout RecordPlan) -> Void
    ) {
        var plan = plan(in: state)
        change(&plan)
        let found = plan.nextDue
        // One that is being read is due when that has ended.
        #expect(found == due.map { .milliseconds($0) }, "\(state)", sourceLocation: location)
    }

    @Test("left alone, each state has its time", arguments: State.allCases)
    func idle(_ state: State) {
        let due: [State: Int64] = [
            .new: 0, .being: nil, .beingWanted: nil, .read: 600_000, .failed: 500, .failedTwice: 1_000,
            .absent: 86_400_000, .refused: 3_600_000,
        ].compactMapValues { $0 }
        var plan = plan(in: state)
        // A second list has room beside the first: what is told is the first's.
        let found = state == .being || state == .beingWanted ? nil : plan.nextDue
        #expect(found == due[state].map { .milliseconds($0) })
        #expect(plan.next(at: .milliseconds((due[state] ?? 0) - 1)) == [])
    }

    @Test(
        "when somebody asks, what was read is read again after the spacing; what failed or is not there keeps its time")
    func asked() {
        func ask(_ plan: inout RecordPlan) { plan.ask(for: [.goal], at: .seconds(3)) }
        expect(.new, 0, after: ask)
        expect(.read, 15_000, after: ask)
        expect(.failed, 500, after: ask)
        expect(.failedTwice, 1_000, after: ask)
        expect(.absent, 86_400_000, after: ask)
        expect(.refused, 3_600_000, after: ask)
        for state in State.allCases where state != .new {
            var plan = plan(in: state)
            let before = plan.nextDue
            plan.ask(for: [.wish], at: .seconds(3))
            #expect(plan.nextDue == before, "another kind: \(state)")
        }
        var late = plan(in: .read)
        late.ask(for: [goals], at: .seconds(100))
        #expect(late.nextDue == .seconds(100))
    }

    @Test(
        "what was asked for while a list was read is read once more, whatever came of it but a failure",
        arguments: [
            (RecordPlan.Outcome.read, 15_000), (.absent, 15_000), (.refused, 15_000), (.failed(retryAfter: nil), 5_500),
        ] as [(RecordPlan.Outcome, Int64)])
    func wantedMeanwhile(_ outcome: RecordPlan.Outcome, _ due: Int64) {
        var plan = plan(in: .being)
        for moment in [2, 1, 4] { plan.ask(for: [.goal], at: .seconds(moment)) }
        #expect(plan.next(at: .seconds(4)) == [], "it is being read")
        plan.ended(goals, outcome, at: .seconds(5), random: 0.5)
        #expect(plan.nextDue == .milliseconds(due))
        _ = plan.next(at: .milliseconds(due))
        plan.ended(goals, .read, at: .milliseconds(due), random: 0.5)
        #expect(plan.nextDue == .milliseconds(due + 600_000), "once")
    }

    @Test("for another person every list is due at once, also one that is being read", arguments: State.allCases)
    func startOver(_ state: State) {
        var plan = plan(in: state)
        plan.startOver(at: .seconds(7))
        if state == .being || state == .beingWanted {
            plan.ended(goals, .refused, at: .seconds(8), random: 0.5)
            #expect(plan.next(at: .seconds(8)) == [goals])
            return
        }
        #expect(plan.next(at: .seconds(7)) == [goals])
        // What failed for the one before counts no more.
        plan.ended(goals, .failed(retryAfter: nil), at: .seconds(20), random: 0.5)
        #expect(plan.nextDue == .milliseconds(20_500))
    }

    @Test("an end that nobody waits for changes nothing", arguments: State.allCases)
    func strayEnd(_ state: State) {
        guard state != .being, state != .beingWanted else { return }
        var plan = plan(in: state)
        let before = plan.nextDue
        plan.ended(goals, .read, at: .seconds(50), random: 0.5)
        plan.ended(wishes, .read, at: .seconds(50), random: 0.5)
        #expect(plan.nextDue == before)
    }

    @Test("delays after failures double, up to the cap, and begin anew after an answer")
    func backoff() {
        var plan = plan(goals)
        var now = Duration.zero
        var delays: [Duration] = []
        for _ in 0..<12 {
            _ = plan.next(at: now)
            plan.ended(goals, .failed(retryAfter: nil), at: now, random: 1)
            let due = plan.nextDue ?? .zero
            delays.append(due - now)
            now = due
        }
        #expect(delays.prefix(4) == [seconds(1), seconds(2), seconds(4), seconds(8)])
        #expect(delays.suffix(3) == [seconds(300), seconds(300), seconds(300)])
        _ = plan.next(at: now)
        plan.ended(goals, .read, at: now, random: 1)
        _ = plan.next(at: now + seconds(600))
        plan.ended(goals, .failed(retryAfter: nil), at: now, random: 1)
        #expect(plan.nextDue == now + seconds(1))
    }

    @Test("a list that fails holds no other up; the server's own wish holds all, up to an hour, and is never shortened")
    func retryAfter() {
        var plan = plan(goals, brunos, members)
        #expect(Set(plan.next(at: .zero)) == [goals, brunos])
        #expect(plan.nextDue == nil && plan.next(at: .zero) == [], "no more than two at a time")
        plan.ended(goals, .failed(retryAfter: nil), at: .zero, random: 0.5)
        #expect(plan.next(at: .zero) == [members])
        plan.ended(members, .failed(retryAfter: seconds(60)), at: .zero, random: 0)
        plan.ended(brunos, .failed(retryAfter: seconds(20)), at: .zero, random: 0)
        #expect(plan.nextDue == seconds(60) && plan.next(at: seconds(59)) == [])
        #expect(plan.next(at: seconds(60)).count == 2)
        var greedy = self.plan(goals)
        for (wish, due) in [(seconds(1_000_000), 3_600), (seconds(-5), 0)] {
            greedy = self.plan(goals)
            _ = greedy.next(at: .zero)
            greedy.ended(goals, .failed(retryAfter: wish), at: .zero, random: 0)
            #expect(greedy.nextDue == seconds(Int64(due)))
        }
    }

    @Test("owners come and go: what is new is read at once, what is gone never again, also if it was being read")
    func owners() {
        var plan = plan(goals)
        _ = plan.next(at: .zero)
        plan.setLists([goals, brunos], at: seconds(1))
        #expect(plan.next(at: seconds(1)) == [brunos])
        plan.setLists([brunos], at: seconds(2))
        plan.ended(goals, .read, at: seconds(3), random: 0)
        plan.ended(brunos, .read, at: seconds(3), random: 0)
        #expect(plan.next(at: seconds(10_000)) == [brunos])
        plan.ask(for: [goals], at: seconds(10_000))
        plan.setLists([goals], at: seconds(10_001))
        #expect(plan.next(at: seconds(10_001)) == [goals])
        plan.setLists([], at: seconds(10_002))
        #expect(plan.nextDue == nil)
    }

    @Test(
        "after a restart a list is read when it has its age, one of a future clock as if just read, an unread one at once"
    )
    func ages() {
        for (age, due) in [(100, 500), (600, 0), (100_000, 0), (0, 600), (-50, 600)] as [(Int64, Int64)] {
            #expect(plan(goals, ages: [goals: seconds(age)]).nextDue == seconds(due), "\(age)")
        }
        // A look at what is there already moves nothing.
        var plan = plan(goals, ages: [goals: seconds(100)])
        plan.setLists([goals], ages: [goals: seconds(600)], at: seconds(1))
        #expect(plan.nextDue == seconds(500))
        #expect(self.plan(goals).nextDue == .zero)
    }

    @Test("those that are due together come in one order, the longest due first")
    func order() {
        var plan = plan(wishes, brunos, goals, ages: [wishes: seconds(899), goals: seconds(599), brunos: seconds(599)])
        #expect(plan.next(at: seconds(2)) == [goals, brunos])
        plan.ended(goals, .read, at: seconds(2), random: 0)
        #expect(plan.next(at: seconds(2)) == [wishes])
    }

    @Test("every kind has its declaration, and no two the same list")
    func declarations() {
        let all = RecordRow.Kind.allCases.map(\.declaration)
        #expect(Set(all.map(\.list.name)).count == all.count)
        for kind in RecordRow.Kind.allCases {
            #expect(
                kind.declaration.fresh > RecordPlan.spacing && kind.declaration.stale < RecordDeclaration.distrusted)
        }
    }

    @Test("a person's order has every list read now, whatever became of it before", arguments: State.allCases)
    func ordered(_ state: State) {
        var plan = plan(in: state)
        let now = Duration.seconds(5)
        let isBeingRead = state == .being || state == .beingWanted
        #expect(plan.order(at: now) && plan.openCount(at: now) == 1 && plan.count == 1)
        #expect(plan.next(at: now) == (isBeingRead ? [] : [goals]))
        #expect(plan.openCount(at: now) == 1)
        plan.ended(goals, .read, at: now, random: 0)
        // What was under way was asked before the order.
        #expect(plan.next(at: now) == (isBeingRead ? [goals] : []))
        plan.ended(goals, .read, at: now, random: 0)
        #expect(plan.openCount(at: now) == 0)
    }

    @Test("no order counts more than a server's own wish to be left alone")
    func heldBack() {
        var plan = plan(goals)
        #expect(plan.next(at: .zero) == [goals])
        plan.ended(goals, .failed(retryAfter: seconds(30)), at: .zero, random: 0)
        #expect(!plan.order(at: seconds(29)) && plan.openCount(at: seconds(29)) == 0)
        #expect(plan.order(at: seconds(30)) && plan.openCount(at: seconds(30)) == 1)
    }
}
