import Testing

@testable import SignalRClient

@Suite("Connection machine")
struct ConnectionMachineTests {
    typealias Machine = ConnectionMachine

    static let now = ContinuousClock.now
    static let failure = HubError.lost("x")
    static let policy = ReconnectPolicy.listed([.zero, .seconds(2)], retriesFirstConnection: true)

    enum Event: CaseIterable {
        case started, succeeded, failed, pauseEnded, lost, lostForGood, stopRequested, closed

        func send(
            to machine: inout Machine, now: ContinuousClock.Instant = ConnectionMachineTests.now, random: UInt64 = 0
        )
            -> [Machine.Action]
        {
            switch self {
            case .started: machine.started()
            case .succeeded: machine.attemptSucceeded(id: "id", now: now)
            case .failed: machine.attemptFailed(failure, random: random)
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
        .pausing(pauses: 1, isReconnect: true), .connected(since: now, pauses: 0), .stopping,
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
        case (.attempting(let pauses, _), .succeeded):
            (.connected(since: now, pauses: pauses), [.announce(HubState(.connected(id: "id"))), .serve])
        case (.attempting(0, false), .failed):
            (
                .pausing(pauses: 0, isReconnect: false),
                [.announce(HubState(.waitingToConnect(attempt: 2, pause: .zero), reason: failure)), .pause(.zero)]
            )
        case (.attempting(1, true), .failed):
            (
                .pausing(pauses: 1, isReconnect: true),
                [
                    .announce(HubState(.waitingToReconnect(attempt: 2, pause: .seconds(2)), reason: failure)),
                    .pause(.seconds(2)),
                ]
            )
        case (.attempting(2, true), .failed), (.connected, .lostForGood): (.idle, failedEnd)
        case (.pausing(0, false), .pauseEnded):
            (.attempting(pauses: 1, isReconnect: false), [.announce(HubState(.connecting(attempt: 2))), .attempt])
        case (.pausing(1, true), .pauseEnded):
            (.attempting(pauses: 2, isReconnect: true), [.announce(HubState(.reconnecting(attempt: 2))), .attempt])
        case (.connected, .lost):
            (
                .pausing(pauses: 0, isReconnect: true),
                [.announce(HubState(.waitingToReconnect(attempt: 1, pause: .zero), reason: failure)), .pause(.zero)]
            )
        case (.connected, .stopRequested): (.stopping, [.announce(HubState(.stopping)), .close])
        case (.stopping, .succeeded): (.stopping, [.close])
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
        for state in [Machine.State.attempting(pauses: 0, isReconnect: false), .connected(since: Self.now, pauses: 0)] {
            var machine = Machine(.never, state: state)
            let event: Event = if case .connected = state { .lost } else { .failed }
            #expect(event.send(to: &machine) == Self.failedEnd)
        }
        var machine = Machine(.standard, state: .attempting(pauses: 0, isReconnect: false))
        #expect(Event.failed.send(to: &machine) == Self.failedEnd)
    }

    @Test("pauses as official clients do, and gives up after the fourth attempt")
    func standardPauses() {
        var machine = Machine(.standard, state: .connected(since: Self.now, pauses: 0))
        var actions = Event.lost.send(to: &machine)
        var pauses: [Duration] = []
        while case .pause(let pause) = actions.last {
            pauses.append(pause)
            _ = Event.pauseEnded.send(to: &machine)
            actions = Event.failed.send(to: &machine)
        }
        #expect(pauses == [.zero, .seconds(2), .seconds(10), .seconds(30)])
        #expect(actions.last == .finish(Self.failure))
    }

    @Test("does not take a connection that ended at once for a success")
    func unstable() {
        let policy = ReconnectPolicy.jittered(base: .seconds(1), cap: .seconds(60))
        var machine = Machine(policy, state: .connected(since: Self.now, pauses: 4))
        _ = Event.lost.send(to: &machine, now: Self.now + .seconds(9))
        #expect(machine.state == .pausing(pauses: 4, isReconnect: true))
        machine = Machine(policy, state: .connected(since: Self.now, pauses: 4))
        _ = Event.lost.send(to: &machine, now: Self.now + .seconds(10))
        #expect(machine.state == .pausing(pauses: 0, isReconnect: true))
    }

    @Test("keeps its promises on a long random walk", arguments: [1, 2, 3, 4])
    func randomWalk(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var machine = Machine(.jittered(base: .seconds(1), cap: .seconds(8)))
        var isFinished = true
        for step in 0..<5_000 {
            guard let event = Event.allCases.randomElement(using: &random) else { return }
            let now = Self.now + .seconds(step)
            let actions = event.send(to: &machine, now: now, random: random.next())
            let orders = actions.filter { if case .announce = $0 { false } else { true } }
            #expect(orders.count <= 1, "one order at a time")
            #expect(actions.isEmpty == orders.isEmpty, "what is announced is also done")
            if case .pause(let pause) = orders.first { #expect(.zero <= pause && pause <= .seconds(8)) }
            if event == .started, isFinished { #expect(orders == [.attempt]) }
            if case .finish = orders.first { isFinished = true } else if !orders.isEmpty { isFinished = false }
            #expect(isFinished == (machine.state == .idle))
        }
    }
}
