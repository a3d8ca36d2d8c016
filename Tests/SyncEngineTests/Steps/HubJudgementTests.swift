import Testing
import Values

@testable import Store
@testable import SyncEngine

/// A hub that is connected and announces nothing of what scans find.
@Suite("Deaf hubs")
struct HubJudgementTests {
    private static let toys = TransactionRow.made("x")
    private static let known: Set<AnnouncedKind> = [AnnouncedKind(of: toys)]

    /// A core whose link has been up for a minute.
    private func core(announced: Set<AnnouncedKind> = known) -> ScriptedCore {
        var core = ScriptedCore(.sample(announced: announced))
        core.happen(.linkChanged(isUp: true))
        core.happen(.timePassed, after: .seconds(60))
        return core
    }

    /// Has the next scan find so many rows that nothing announced, made so long before it.
    private func find(_ count: Int, age: Int64 = 30, _ core: inout ScriptedCore, after pause: Duration = .seconds(60)) {
        let made = core.serverTime.advanced(by: pause).seconds - age
        var outcome = ListCommit.Outcome()
        outcome.added = (0..<count).map { .made("row-\(made)-\($0)", at: made) }
        outcome.unannounced = outcome.added
        core.lists = [outcome]
        core.happen(.scanRequested, after: pause)
    }

    @Test("three in a row have the connection renewed, three more are told, and it is renewed once an hour at most")
    func deaf() {
        var core = core()
        for count in 1...2 {
            find(1, &core)
            #expect(core.core.status.hearing.phase == .hearing(missed: count))
        }
        #expect(core.renewals == 0)
        find(1, &core)
        let since = core.wall
        #expect(core.renewals == 1 && core.core.status.hearing.phase == .renewed(since: since, missed: 0))
        find(3, &core)
        #expect(core.core.status.hearing.phase == .deaf(since: since, missed: 0) && core.renewals == 1)
        for _ in 0..<10 { find(3, &core) }
        #expect(core.renewals == 1)
        find(3, &core, after: .seconds(3_600))
        #expect(core.renewals == 2 && core.core.status.hearing.phase == .deaf(since: since, missed: 0))
    }

    @Test("where the hour forbids the renewal nobody says that there was one; after it three are enough again")
    func withinTheHour() {
        var core = core()
        find(3, &core)
        #expect(core.renewals == 1)
        core.happen(.hintsArrived([.frame(.child(alice))], dropped: 0), after: .seconds(1))
        for _ in 0..<3 { find(3, &core) }
        #expect(core.renewals == 1 && core.core.status.hearing.phase == .hearing(missed: 3))
        find(1, &core, after: .seconds(3_600))
        #expect(core.renewals == 2 && core.core.status.hearing.phase == .renewed(since: core.wall, missed: 0))
    }

    @Test("whatever the hub says of money proves that it is heard; what has nothing to do with money proves nothing")
    func heard() {
        var core = core()
        find(2, &core)
        core.happen(.hintsArrived([.frame(.nothing)], dropped: 0), after: .seconds(1))
        #expect(core.core.status.hearing.phase == .hearing(missed: 2) && core.core.status.hearing.heardAt == nil)
        core.happen(.hintsArrived([.frame(.child(alice))], dropped: 0), after: .seconds(1))
        #expect(core.core.status.hearing.phase == .hearing(missed: 0) && core.core.status.hearing.heardAt == core.wall)
        find(3, &core)
        core.happen(.hintsArrived([.frame(.something)], dropped: 0), after: .seconds(1))
        #expect(core.core.status.hearing.phase == .hearing(missed: 0))
    }

    @Test("a hub that never announced this kind of transaction to this login is quiet, not deaf")
    func quiet() {
        var core = core(announced: [])
        for _ in 0..<4 { find(3, &core) }
        #expect(core.core.status.hearing.phase == .hearing(missed: 0) && core.renewals == 0)
        // What it announces once is expected from then on, and remembered.
        var outcome = ListCommit.Outcome()
        outcome.added = [
            TransactionRow(
                server: .init(rawValue: 1), id: .init(rawValue: "h"), child: alice, amount: Decimal("5.00")!,
                kind: .credit,
                category: "Gift", description: "", balanceAfter: .zero, createdAt: core.serverTime, position: 1,
                firstSeenAt: core.wall, source: .hint, isLate: false)
        ]
        core.lists = [outcome]
        core.happen(.scanRequested, after: .seconds(1))
        let remembered = core.tasks.compactMap { task in
            if case .remember(nil, let kinds, _) = task { kinds } else { nil }
        }
        #expect(remembered == [Self.known])
        find(3, &core)
        #expect(core.renewals == 1)
    }

    @Test("what was made before the hub was connected, or so lately that its message may be on its way, is not missed")
    func notDue() {
        var core = core()
        find(5, age: 1, &core)
        #expect(core.core.status.hearing.phase == .hearing(missed: 0))
        core.happen(.linkChanged(isUp: false))
        find(5, &core)
        #expect(core.core.status.hearing.phase == .hearing(missed: 0))
        core.happen(.linkChanged(isUp: true))
        find(5, age: 30, &core, after: .seconds(31))
        #expect(core.core.status.hearing.phase == .hearing(missed: 0))
        find(2, age: 10, &core, after: .seconds(31))
        #expect(core.core.status.hearing.phase == .hearing(missed: 2))
    }

    @Test("the server's clock decides how old a row is, however far it is from this machine's", arguments: [-600, 600])
    func offset(_ seconds: Int64) {
        var core = core()
        core.serverOffset = .seconds(seconds)
        find(1, &core)
        find(3, age: 1, &core)
        #expect(core.core.status.hearing.phase == .hearing(missed: 1))
        find(2, &core)
        #expect(core.renewals == 1)
    }

    @Test("another person's login has heard nothing yet")
    func anotherPerson() {
        var known = AccountKnowledge(origin: "o", planner: { _ in [] }, timings: SyncTimings())
        known.announced = Self.known
        _ = known.hearing.missed(2, wall: ScriptedCore.start, now: .zero)
        known.startOver()
        #expect(known.announced.isEmpty && known.hearing == HubHearing())
    }

    @Test("no more kinds are remembered than there is room for")
    func bounded() {
        var announced: Set<AnnouncedKind> = []
        let rows = (0..<300).map { number in
            TransactionRow(
                server: .init(rawValue: 1), id: .init(rawValue: "\(number)"), child: alice, amount: .zero,
                kind: .credit,
                category: "\(number)", description: "", balanceAfter: .zero, createdAt: ScriptedCore.start, position: 1,
                firstSeenAt: ScriptedCore.start, source: .hint, isLate: false)
        }
        #expect(announced.learn(from: rows).count == AnnouncedKind.limit)
        #expect(announced.learn(from: rows).isEmpty && announced.count == AnnouncedKind.limit)
    }
}
