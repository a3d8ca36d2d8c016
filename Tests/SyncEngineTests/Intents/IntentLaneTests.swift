import Store
import SyncEngine
import TestNumbers
import Testing

/// One child's lane: every phase with every event.
@Suite("The lane of entries")
struct IntentLaneTests {
    private typealias Lane = IntentLane
    private static let one = IntentRow.ID(rawValue: "1")
    private static let two = IntentRow.ID(rawValue: "2")

    private static func second(_ count: Int) -> Duration { .seconds(count) }

    /// A lane in each phase, by the events that lead there.
    private static func lane(_ name: String) -> Lane {
        var lane = Lane()
        switch name {
        case "reading": lane.take(Lane.Head(one, isDoubtful: false, due: .zero), at: second(10))
        case "pushing":
            lane.take(Lane.Head(one, isDoubtful: false, due: .zero), at: second(10))
            _ = lane.listRead(began: second(10))
        case "looking": lane.take(Lane.Head(one, isDoubtful: true, due: second(70)), at: second(10))
        case "judging":
            lane.take(Lane.Head(one, isDoubtful: true, due: second(70)), at: second(10))
            _ = lane.listRead(began: second(70))
        case "waiting": lane.take(Lane.Head(one, isDoubtful: false, due: .zero, hasOwnList: true), at: second(10))
        case "watching": lane.take(Lane.Head(one, isDoubtful: true, due: second(70), hasOwnList: true), at: second(10))
        case "checking":
            lane.take(Lane.Head(one, isDoubtful: true, due: second(70), hasOwnList: true), at: second(10))
            _ = lane.checkDue(at: second(70))
        default: break
        }
        return lane
    }

    private static let phases: [(name: String, phase: Lane.Phase)] = [
        ("idle", .idle), ("reading", .reading(one, since: second(10))), ("pushing", .pushing(one)),
        ("looking", .looking(one, since: second(70))), ("judging", .judging(one)),
        ("waiting", .waiting(one, since: second(10), isDoubtful: false)),
        ("watching", .waiting(one, since: second(70), isDoubtful: true)), ("checking", .checking(one)),
    ]

    /// The phase that an event leads to, and what is to be done; nil where nothing changes.
    private struct Case: Sendable {
        let event: String
        let apply: @Sendable (inout Lane) -> Lane.Action?
        let expected: [String: (Lane.Phase, Lane.Action?)]
    }

    private static let cases: [Case] = [
        Case(
            event: "nothing waits",
            apply: {
                $0.take(nil, at: second(20)); return nil
            },
            expected: [
                "reading": (.idle, nil), "looking": (.idle, nil), "waiting": (.idle, nil), "watching": (.idle, nil),
            ]),
        Case(
            event: "the same waits",
            apply: {
                $0.take(Lane.Head(one, isDoubtful: false, due: .zero), at: second(20)); return nil
            },
            expected: [
                "idle": (.reading(one, since: second(20)), nil), "looking": (.reading(one, since: second(20)), nil),
                "watching": (.reading(one, since: second(20)), nil),
            ]),
        Case(
            event: "the same waits, with a list of its own",
            apply: {
                $0.take(Lane.Head(one, isDoubtful: false, due: .zero, hasOwnList: true), at: second(20)); return nil
            },
            // What its list is due for already is not put off.
            expected: Dictionary(
                uniqueKeysWithValues: ["idle", "looking", "watching"].map {
                    ($0, (.waiting(one, since: second(20), isDoubtful: false), nil))
                })),
        Case(
            event: "the same is in doubt, with a list of its own",
            apply: {
                $0.take(Lane.Head(one, isDoubtful: true, due: second(90), hasOwnList: true), at: second(20))
                return nil
            },
            expected: Dictionary(
                uniqueKeysWithValues: ["idle", "reading", "waiting"].map {
                    ($0, (.waiting(one, since: second(90), isDoubtful: true), nil))
                })),
        Case(event: "too early for its own list", apply: { $0.checkDue(at: second(9)) }, expected: [:]),
        Case(
            event: "time for the list before sending", apply: { $0.checkDue(at: second(69)) },
            expected: ["waiting": (.checking(one), .judge(one))]),
        Case(
            event: "time for its own list", apply: { $0.checkDue(at: second(70)) },
            expected: ["waiting": (.checking(one), .judge(one)), "watching": (.checking(one), .judge(one))]),
        Case(
            event: "the same is in doubt",
            apply: {
                $0.take(Lane.Head(one, isDoubtful: true, due: second(90)), at: second(20)); return nil
            },
            expected: [
                "idle": (.looking(one, since: second(90)), nil), "reading": (.looking(one, since: second(90)), nil),
                "waiting": (.looking(one, since: second(90)), nil),
            ]),
        Case(
            event: "another waits",
            apply: {
                $0.take(Lane.Head(two, isDoubtful: false, due: second(30)), at: second(20)); return nil
            },
            expected: Dictionary(
                uniqueKeysWithValues: ["idle", "reading", "looking", "waiting", "watching"].map {
                    ($0, (.reading(two, since: second(30)), nil))
                })),
        Case(
            event: "a list that began before", apply: { $0.listRead(began: second(9)) }, expected: [:]),
        Case(
            event: "a list that began in time for sending", apply: { $0.listRead(began: second(69)) },
            expected: ["reading": (.pushing(one), .push(one))]),
        Case(
            event: "a list that began in time for all", apply: { $0.listRead(began: second(70)) },
            expected: ["reading": (.pushing(one), .push(one)), "looking": (.judging(one), .judge(one))]),
        Case(
            event: "a scan without its list",
            apply: {
                $0.listMissed(began: second(70), next: second(80)); return nil
            },
            expected: [
                "reading": (.reading(one, since: second(80)), nil), "looking": (.looking(one, since: second(80)), nil),
            ]),
        Case(
            event: "an earlier scan without its list",
            apply: {
                $0.listMissed(began: second(9), next: second(80)); return nil
            }, expected: [:]),
        Case(
            event: "hurry",
            apply: {
                $0.hurry(at: second(5)); return nil
            },
            expected: [
                "reading": (.reading(one, since: second(5)), nil),
                "waiting": (.waiting(one, since: second(5), isDoubtful: false), nil),
            ]),
        Case(
            event: "not made", apply: { $0.judged(.sendAgain, of: one, next: second(99)) },
            expected: ["judging": (.pushing(one), .push(one)), "checking": (.pushing(one), .push(one))]),
        Case(
            event: "at its end", apply: { $0.judged(.ended, of: one, next: second(99)) },
            expected: ["judging": (.idle, nil), "checking": (.idle, nil)]),
        Case(
            event: "parked", apply: { $0.judged(.park("why"), of: one, next: second(99)) },
            expected: ["judging": (.idle, nil), "checking": (.idle, nil)]),
        Case(
            event: "not to be seen yet", apply: { $0.judged(.lookAgain, of: one, next: second(99)) },
            expected: [
                "judging": (.looking(one, since: second(99)), nil),
                "checking": (.waiting(one, since: second(99), isDoubtful: true), nil),
            ]),
        Case(event: "another's verdict", apply: { $0.judged(.sendAgain, of: two, next: second(99)) }, expected: [:]),
        Case(
            event: "sent",
            apply: {
                $0.finished(one); return nil
            }, expected: ["pushing": (.idle, nil), "judging": (.idle, nil), "checking": (.idle, nil)]),
        Case(
            event: "another was sent",
            apply: {
                $0.finished(two); return nil
            }, expected: [:]),
    ]

    @Test("what the server has been asked or has answered for comes before what is in doubt, and that before the rest")
    func next() {
        func row(_ id: String, _ state: IntentRow.State) -> IntentRow {
            IntentRow.sample(state, isSent: state != .accepted, id: id)
        }
        let (new, doubted) = (row("1", .accepted), row("2", .unknown))
        #expect(IntentRow.next(of: [])?.id == nil)
        #expect(IntentRow.next(of: [new])?.id == new.id)
        #expect(IntentRow.next(of: [new, doubted])?.id == doubted.id)
        for state in [IntentRow.State.sending, .acked] {
            // The store marks nothing in doubt while this one is open, so the other way round neither would end.
            let sent = row("3", state)
            #expect(IntentRow.next(of: [new, doubted, sent])?.id == sent.id, "\(state)")
        }
    }

    @Test("every phase with every event")
    func table() {
        for (name, phase) in Self.phases {
            #expect(Self.lane(name).phase == phase)
            for test in Self.cases {
                var lane = Self.lane(name)
                let action = test.apply(&lane)
                let expected = test.expected[name] ?? (phase, nil)
                #expect(lane.phase == expected.0 && action == expected.1, "\(name), \(test.event): \(lane.phase)")
            }
        }
    }

    @Test("only an unsent or doubtful head wants a list, and only the doubtful one is decided by it")
    func wants() {
        let due = Self.phases.map { Self.lane($0.name).listDue }
        #expect(due == [nil, .seconds(10), nil, .seconds(70), nil, nil, nil, nil])
        let own = Self.phases.map { Self.lane($0.name).ownListDue }
        #expect(own == [nil, nil, nil, nil, nil, .seconds(10), .seconds(70), nil])
        let looking = Self.lane("looking")
        #expect(looking.settled(byListFrom: .seconds(69)) == nil)
        #expect(looking.settled(byListFrom: .seconds(70)) == Self.one)
        #expect(Self.lane("reading").settled(byListFrom: .seconds(70)) == nil)
    }

    @Test("a lane in which anything may happen never sends one without a list that began when it was due")
    func walk() {
        var random = SeededNumbers(seed: 11)
        for _ in 0..<2_000 {
            var (lane, now) = (Lane(), 0)
            var dueAt = 0
            for _ in 0..<30 {
                now += Int(random.next() % 5)
                switch random.next() % 5 {
                case 0:
                    dueAt = now + Int(random.next() % 10)
                    lane = Lane()
                    lane.take(Lane.Head(Self.one, isDoubtful: false, due: .seconds(dueAt)), at: .seconds(now))
                case 1:
                    let began = now - Int(random.next() % 8)
                    if lane.listRead(began: .seconds(began)) == .push(Self.one) { #expect(began >= dueAt) }
                case 2: lane.listMissed(began: .seconds(now), next: .seconds(now + 3))
                case 3: lane.finished(Self.one)
                default: lane.take(nil, at: .seconds(now))
                }
            }
        }
    }
}
