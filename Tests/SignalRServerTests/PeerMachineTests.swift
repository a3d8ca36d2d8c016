import Testing

@testable import SignalRServer

@Suite("Peer machine")
struct PeerMachineTests {
    typealias Machine = PeerMachine

    static let start = ContinuousClock.now
    static let early = start + .seconds(1)
    /// Behind every deadline here.
    static let late = start + .seconds(100)
    static let deadline = start + .seconds(10)
    static let lost = HubDisconnection(.lost, error: "x")
    static let bye = HubDisconnection(.closedByClient)
    /// The number of the transport that the lines below name, and of one that is over.
    static let (current, old): (UInt64, UInt64) = (7, 6)
    static let next: UInt64 = 8

    enum Event: CaseIterable {
        case arrived, lost, endedInOrder, oldLost, polled, pollEnded, oldPollEnded, handshakeRead, handshakeOfStateful
        case admitted, watchedEarly, watchedLate, closed, cut

        func send(to machine: inout Machine) -> Machine.Effect? {
            switch self {
            case .arrived: return machine.arrived(now: early)
            case .lost:
                return machine.readingEnded(current, isLost: true, PeerMachineTests.lost, now: early)
            case .endedInOrder: return machine.readingEnded(current, isLost: false, bye, now: early)
            case .oldLost: return machine.readingEnded(old, isLost: true, PeerMachineTests.lost, now: early)
            case .polled:
                #expect(machine.polled(until: deadline) == next)
                return nil
            case .pollEnded:
                machine.pollEnded(current, now: early)
                return nil
            case .oldPollEnded:
                machine.pollEnded(old, now: early)
                return nil
            case .handshakeRead: return machine.handshakeRead(mayReturn: false)
            case .handshakeOfStateful: return machine.handshakeRead(mayReturn: true)
            case .admitted: return machine.admitted()
            case .watchedEarly: return machine.watched(now: early)
            case .watchedLate: return machine.watched(now: late)
            case .closed: return machine.ended(.close(error: "e", allowReconnect: true), bye, now: early)
            case .cut: return machine.ended(.cut, HubPeerEnding.cut.reason, now: early)
            }
        }
    }

    static let lines: [Machine.Line] = [
        .away(since: start), .served(by: current), .polled(by: current, until: deadline),
        .handover(from: old, to: current),
    ]
    static let phases: [Machine.Phase] =
        lines.map { .handshake($0, until: deadline) }
        + lines.flatMap { line in
            [false, true].flatMap {
                [.opening(line, mayReturn: $0, until: deadline), .open(line, mayReturn: $0)] as [Machine.Phase]
            }
        } + [.ended(bye, isCut: false, since: start), .ended(lost, isCut: true, since: start)]

    private static func machine(_ phase: Machine.Phase, expiry: ContinuousClock.Instant? = nil) -> Machine {
        Machine(
            handshakeTimeout: .seconds(20), disconnectTimeout: .seconds(30), phase: phase, expiry: expiry,
            lastTransport: current)
    }

    private struct Outcome {
        var phase: Machine.Phase
        var effect: Machine.Effect?

        static func ended(
            _ ending: HubPeerEnding, _ reason: HubDisconnection, wasOpen: Bool, at moment: ContinuousClock.Instant
        ) -> Outcome {
            Outcome(
                phase: .ended(reason, isCut: ending == .cut, since: moment),
                effect: .conclude(ending, reason, wasOpen: wasOpen))
        }
    }

    /// What each phase makes of each event; what is not listed changes nothing and has no effect.
    private static func expected(_ phase: Machine.Phase, _ event: Event) -> Outcome? {
        switch event {
        case .arrived: arrived(phase)
        case .lost: readingEnded(phase, isLost: true, lost)
        case .endedInOrder: readingEnded(phase, isLost: false, bye)
        case .oldLost:
            if case .open(.handover, let mayReturn) = phase {
                Outcome(phase: .open(.served(by: current), mayReturn: mayReturn))
            } else {
                nil
            }
        case .polled: line(phase, .polled(by: next, until: deadline))
        case .pollEnded: isPolled(phase) ? line(phase, .away(since: early)) : nil
        case .oldPollEnded, .watchedEarly: nil
        case .handshakeRead: handshake(phase, mayReturn: false)
        case .handshakeOfStateful: handshake(phase, mayReturn: true)
        case .admitted:
            switch phase {
            case .opening(let line, let mayReturn, _):
                Outcome(phase: .open(line, mayReturn: mayReturn), effect: .open)
            case .ended(let reason, _, _): Outcome(phase: phase, effect: .tell(reason))
            case .handshake, .open: nil
            }
        case .watchedLate: watched(phase)
        case .closed: end(phase, .close(error: "e", allowReconnect: true), bye)
        case .cut: end(phase, .cut, HubDisconnection(.closedByServer))
        }
    }

    private static func arrived(_ phase: Machine.Phase) -> Outcome {
        switch phase {
        case .handshake(.away, _):
            Outcome(
                phase: .handshake(.served(by: next), until: early + .seconds(20)),
                effect: .serve(next, isResumed: false))
        case .open(.away, mayReturn: true):
            Outcome(phase: .open(.served(by: next), mayReturn: true), effect: .serve(next, isResumed: true))
        case .open(.served, mayReturn: true):
            Outcome(
                phase: .open(.handover(from: current, to: next), mayReturn: true), effect: .replace(by: next))
        case .open(.handover, mayReturn: true):
            Outcome(phase: .open(.handover(from: old, to: next), mayReturn: true), effect: .replace(by: next))
        case .handshake, .opening, .open, .ended: Outcome(phase: phase, effect: .refuse)
        }
    }

    private static func readingEnded(
        _ phase: Machine.Phase, isLost: Bool, _ reason: HubDisconnection
    ) -> Outcome? {
        switch phase {
        case .open(.served, mayReturn: true) where isLost:
            Outcome(phase: .open(.away(since: early), mayReturn: true))
        case .handshake(.served, _): .ended(.gone, reason, wasOpen: false, at: early)
        case .opening(.served, _, _): .ended(.gone, reason, wasOpen: false, at: early)
        case .open(.served, _): .ended(.gone, reason, wasOpen: true, at: early)
        // The one in its place has not been used yet: that it has gone, whoever waits with it finds.
        case .handshake, .opening, .open, .ended: nil
        }
    }

    private static func handshake(_ phase: Machine.Phase, mayReturn: Bool) -> Outcome? {
        guard case .handshake(let line, let until) = phase else { return nil }
        return Outcome(phase: .opening(line, mayReturn: mayReturn, until: until), effect: .admit)
    }

    private static func watched(_ phase: Machine.Phase) -> Outcome? {
        switch phase {
        case .handshake, .opening:
            .ended(
                .refuse("Handshake was canceled."), HubDisconnection(.timedOut, error: "no handshake"), wasOpen: false,
                at: late)
        case .open(.away, _):
            .ended(
                .gone, HubDisconnection(.timedOut, error: "the client did not come back"), wasOpen: true, at: late)
        case .open(.polled, _): Outcome(phase: phase, effect: .endPoll(current))
        case .open: nil
        case .ended: Outcome(phase: phase, effect: .forget)
        }
    }

    private static func end(
        _ phase: Machine.Phase, _ ending: HubPeerEnding, _ reason: HubDisconnection
    ) -> Outcome? {
        switch phase {
        case .handshake, .opening: .ended(ending, reason, wasOpen: false, at: early)
        case .open: .ended(ending, reason, wasOpen: true, at: early)
        case .ended: nil
        }
    }

    private static func line(_ phase: Machine.Phase, _ line: Machine.Line) -> Outcome? {
        switch phase {
        case .handshake(_, let until): Outcome(phase: .handshake(line, until: until))
        case .opening(_, let mayReturn, let until):
            Outcome(phase: .opening(line, mayReturn: mayReturn, until: until))
        case .open(_, let mayReturn): Outcome(phase: .open(line, mayReturn: mayReturn))
        case .ended: nil
        }
    }

    private static func isPolled(_ phase: Machine.Phase) -> Bool {
        switch phase {
        case .handshake(.polled, _), .opening(.polled, _, _), .open(.polled, _): true
        case .handshake, .opening, .open, .ended: false
        }
    }

    @Test("does the right thing in each phase at each event", arguments: phases, Event.allCases)
    func table(_ phase: Machine.Phase, _ event: Event) {
        var machine = Self.machine(phase)
        let effect = event.send(to: &machine)
        let expected = Self.expected(phase, event) ?? Outcome(phase: phase)
        #expect(machine.phase == expected.phase)
        #expect(effect == expected.effect)
    }

    @Test("ends with its token, unless a later request brought another one or one without end", arguments: phases)
    func expiry(_ phase: Machine.Phase) {
        let isEnded = if case .ended = phase { true } else { false }
        var machine = Self.machine(phase, expiry: Self.early)
        let effect = machine.watched(now: Self.early)
        let close = HubPeerEnding.close(error: nil, allowReconnect: true)
        if isEnded {
            #expect(effect == nil)
        } else {
            guard case .conclude(close, HubDisconnection(.tokenExpired), _) = effect else {
                return fail("\(String(describing: effect))")
            }
        }
        for later in [Self.late, nil] {
            var renewed = Self.machine(phase, expiry: Self.early)
            renewed.authorized(until: later)
            #expect(renewed.watched(now: Self.early) == nil)
        }
    }

    @Test("gives a socket its turn when the one before has been read, and only the latest")
    func turns() {
        var machine = Self.machine(.open(.served(by: Self.current), mayReturn: true))
        #expect(machine.turn(of: Self.current) == true)
        #expect(machine.arrived(now: Self.early) == .replace(by: 8))
        #expect(machine.turn(of: 8) == nil)
        #expect(machine.arrived(now: Self.early) == .replace(by: 9))
        #expect(machine.turn(of: 8) == false)
        #expect(machine.turn(of: 9) == nil)
        #expect(machine.readingEnded(Self.current, isLost: true, Self.lost, now: Self.early) == nil)
        #expect(machine.turn(of: 9) == true)
        _ = machine.ended(.cut, Self.lost, now: Self.early)
        #expect(machine.turn(of: 9) == false)
    }

    @Test("is open, away, over, and takes sockets as its phase says", arguments: phases)
    func answers(_ phase: Machine.Phase) {
        let machine = Self.machine(phase)
        switch phase {
        case .handshake(let line, _), .opening(let line, _, _):
            #expect(!machine.isOpen && !machine.hasEnded && !machine.takesSocket)
            #expect(machine.isAway == (line == .away(since: Self.start)))
        case .open(let line, let mayReturn):
            #expect(machine.isOpen && !machine.hasEnded && machine.takesSocket == mayReturn)
            #expect(machine.isAway == (line == .away(since: Self.start)))
        case .ended: #expect(!machine.isOpen && machine.hasEnded && !machine.takesSocket && !machine.isAway)
        }
    }

    @Test("ends once, on a long random walk", arguments: [1, 2, 3, 4] as [UInt64])
    func randomWalk(_ seed: UInt64) {
        var state = seed
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<500 {
            var machine = Self.machine(.handshake(.away(since: Self.start), until: Self.deadline))
            var (conclusions, opened, admitted, told) = (0, 0, 0, 0)
            // The hub is asked once, and answers once.
            var isAsked = false
            for _ in 0..<60 {
                let event = Event.allCases.filter { $0 != .polled }[random(Event.allCases.count - 1)]
                if event == .admitted, !isAsked { continue }
                if event == .admitted { isAsked = false }
                switch event.send(to: &machine) {
                case .conclude(_, _, let wasOpen):
                    conclusions += 1
                    if wasOpen { told += 1 }
                case .open: opened += 1
                case .admit: (admitted, isAsked) = (admitted + 1, true)
                case .tell: told += 1
                case .forget: #expect(conclusions == 1)
                case .serve, .replace, .refuse, .endPoll, nil: break
                }
                #expect(conclusions <= 1 && opened <= admitted && admitted <= 1)
                #expect(machine.hasEnded == (conclusions == 1))
                // Told of are those for whom the hub was asked, at the end, and never while it still is.
                #expect(told == (machine.hasEnded && !isAsked ? admitted : 0))
            }
        }
    }
}
