import TestNumbers
import Testing

@testable import SignalRClient

@Suite("Connection machine")
struct ConnectionMachineTests {
    typealias Machine = ConnectionMachine

    static let now = ContinuousClock.now
    static let failure = HubError.lost("x")
    static let policy = ReconnectPolicy.listed([.zero, .seconds(2)], retriesFirstConnection: true)

    enum Event: CaseIterable {
        case started, succeeded, opened, prepared, failed, pauseEnded, lost, lostForGood, stopRequested, closed

        func send(
            to machine: inout Machine, now: ContinuousClock.Instant = ConnectionMachineTests.now, random: UInt64 = 0
        )
            -> [Machine.Action]
        {
            switch self {
            case .started: machine.started(now: now)
            case .succeeded: machine.attemptSucceeded(id: "id", isPrepared: true, now: now)
            case .opened: machine.attemptSucceeded(id: "id", isPrepared: false, now: now)
            case .prepared: machine.prepared(now: now)
            case .failed: machine.attemptFailed(failure, now: now, random: random)
            case .pauseEnded: machine.pauseEnded()
            case .lost: machine.lost(failure, allowsReconnect: true, now: now, random: random)
            case .lostForGood: machine.lost(failure, allowsReconnect: false, now: now, random: random)
            case .stopRequested: machine.stopRequested()
            case .closed: machine.closed()
            }
        }
    }

    private static let states: [Machine.State] = [
        .idle, .attempting(pauses: 0, isReconnect: false), .attempting(pauses: 1, isReconnect: true),
        .attempting(pauses: 2, isReconnect: true), .pausing(pauses: 0, isReconnect: false),
        .pausing(pauses: 1, isReconnect: true), .preparing(id: "id", pauses: 0, isReconnect: false),
        .preparing(id: "id", pauses: 1, isReconnect: true), .preparing(id: "id", pauses: 2, isReconnect: true),
        .connected(since: now), .stopping,
    ]

    private static let end: [Machine.Action] = [.announce(HubState(.disconnected)), .finish(nil)]
    private static let failedEnd: [Machine.Action] = [
        .announce(HubState(.disconnected, reason: failure)), .finish(failure),
    ]

    /// What each state makes of each event; what is not listed changes nothing.
    private static func expected(_ state: Machine.State, _ event: Event) -> (Machine.State, [Machine.Action])? {
        switch (state, event) {
        case (.idle, .started):
            (.attempting(pauses: 0, isReconnect: false), [.announce(HubState(.connecting(attempt: 1))), .attempt])
        case (.attempting, .succeeded):
            (.connected(since: now), [.announce(HubState(.connected(id: "id"))), .serve])
        case (.attempting(let pauses, let isReconnect), .opened):
            (.preparing(id: "id", pauses: pauses, isReconnect: isReconnect), [.serve])
        case (.preparing, .prepared): (.connected(since: now), [.announce(HubState(.connected(id: "id")))])
        case (.attempting(0, false), .failed), (.preparing(_, 0, false), .failed), (.preparing(_, 0, false), .lost):
            (
                .pausing(pauses: 0, isReconnect: false),
                [
                    .announce(HubState(.waitingToConnect(attempt: 2, pause: .zero), reason: failure)),
                    .pause(.zero, isFixed: false),
                ]
            )
        case (.attempting(1, true), .failed), (.preparing(_, 1, true), .failed), (.preparing(_, 1, true), .lost):
            (
                .pausing(pauses: 1, isReconnect: true),
                [
                    .announce(HubState(.waitingToReconnect(attempt: 2, pause: .seconds(2)), reason: failure)),
                    .pause(.seconds(2), isFixed: false),
                ]
            )
        case (.attempting(2, true), .failed), (.preparing(_, 2, true), .failed), (.preparing(_, 2, true), .lost),
            (.preparing, .lostForGood), (.connected, .lostForGood):
            (.idle, failedEnd)
        case (.pausing(0, false), .pauseEnded):
            (.attempting(pauses: 1, isReconnect: false), [.announce(HubState(.connecting(attempt: 2))), .attempt])
        case (.pausing(1, true), .pauseEnded):
            (.attempting(pauses: 2, isReconnect: true), [.announce(HubState(.reconnecting(attempt: 2))), .attempt])
        case (.connected, .lost):
            (
                .pausing(pauses: 0, isReconnect: true),
                [
                    .announce(HubState(.waitingToReconnect(attempt: 1, pause: .zero), reason: failure)),
                    .pause(.zero, isFixed: false),
                ]
            )
        case (.connected, .stopRequested), (.preparing, .stopRequested):
            (.stopping, [.announce(HubState(.stopping)), .close])
        case (.stopping, .succeeded), (.stopping, .opened): (.stopping, [.close])
        case (.attempting, .stopRequested), (.pausing, .stopRequested), (.stopping, .failed), (.stopping, .pauseEnded),
            (.stopping, .lost), (.stopping, .lostForGood), (.stopping, .closed):
            (.idle, end)
        default: nil
        }
    }

    @Test("does the right thing in each state at each event", arguments: states, Event.allCases)
    func table(_ state: Machine.State, _ event: Event) {
        var machine = Machine(Self.policy, state: state)
        let actions = event.send(to: &machine)
        let expected = Self.expected(state, event) ?? (state, [])
        #expect(machine.state == expected.0)
        #expect(actions == expected.1)
    }

    @Test("gives up at once when nothing is to be tried again")
    func never() {
        for state in [Machine.State.attempting(pauses: 0, isReconnect: false), .connected(since: Self.now)] {
            var machine = Machine(.never, state: state)
            let event: Event = if case .connected = state { .lost } else { .failed }
            #expect(event.send(to: &machine) == Self.failedEnd)
        }
        var machine = Machine(.standard, state: .attempting(pauses: 0, isReconnect: false))
        #expect(Event.failed.send(to: &machine) == Self.failedEnd)
    }

    @Test("pauses as official clients do, and gives up after the fourth attempt")
    func standardPauses() {
        var machine = Machine(.standard, state: .connected(since: Self.now))
        var actions = Event.lost.send(to: &machine)
        var pauses: [Duration] = []
        while case .pause(let pause, _) = actions.last {
            pauses.append(pause)
            _ = Event.pauseEnded.send(to: &machine)
            actions = Event.failed.send(to: &machine)
        }
        #expect(pauses == [.zero, .seconds(2), .seconds(10), .seconds(30)])
        #expect(actions.last == .finish(Self.failure))
    }

    @Test("tells the policy how often, since when and why, anew after a connection that lasted")
    func situation() {
        let asked = Collected<ReconnectSituation>()
        var policy = ReconnectPolicy.custom { situation in
            asked.add(situation)
            return .seconds(1)
        }
        policy.stableAfter = .seconds(10)
        var machine = Machine(policy)
        func moment(_ seconds: Int) -> ContinuousClock.Instant { Self.now + .seconds(seconds) }
        for event in [Event.started, .succeeded] { _ = event.send(to: &machine, now: moment(0)) }
        // A connection that lasts, a failed attempt, two that do not last, one that does.
        for (event, second) in [
            (Event.lost, 20), (.pauseEnded, 21), (.failed, 25), (.pauseEnded, 26), (.succeeded, 30), (.lost, 32),
            (.pauseEnded, 33), (.succeeded, 34), (.lost, 43), (.pauseEnded, 44), (.succeeded, 45), (.lost, 55),
        ] {
            _ = event.send(to: &machine, now: moment(second), random: 7)
        }
        let expected = [(0, 0, 0), (1, 5, 0), (0, 0, 1), (0, 11, 2), (0, 0, 0)]
        #expect(asked.all.map(\.count) == expected.map(\.0))
        #expect(asked.all.map(\.elapsed) == expected.map { .seconds($0.1) })
        #expect(asked.all.map(\.shortConnections) == expected.map(\.2))
        #expect(asked.all.allSatisfy { $0.reason == Self.failure && $0.isReconnect })
    }

    @Test("keeps a pause that the server asked for")
    func fixedPause() {
        var machine = Machine(.standard, state: .connected(since: Self.now))
        let busy = HubError(.httpStatus, "busy", retryAfter: .seconds(5))
        let actions = machine.lost(busy, allowsReconnect: true, now: Self.now, random: 0)
        #expect(actions.last == .pause(.seconds(5), isFixed: true))
    }

    @Test("keeps its promises on a long random walk", arguments: [1, 2, 3, 4])
    func randomWalk(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var machine = Machine(.jittered(base: .seconds(1), cap: .seconds(8)))
        var isFinished = true
        for step in 0..<5_000 {
            guard let event = Event.allCases.randomElement(using: &random) else { return }
            let now = Self.now + .seconds(step)
            let actions = event.send(to: &machine, now: now, random: random.next())
            let orders = actions.filter { if case .announce = $0 { false } else { true } }
            #expect(orders.count <= 1, "one order at a time")
            #expect(event == .prepared || actions.isEmpty == orders.isEmpty, "what is announced is also done")
            if case .pause(let pause, _) = orders.first { #expect(.zero <= pause && pause <= .seconds(8)) }
            if event == .started, isFinished { #expect(orders == [.attempt]) }
            if case .finish = orders.first { isFinished = true } else if !orders.isEmpty { isFinished = false }
            #expect(isFinished == (machine.state == .idle))
        }
    }
}
