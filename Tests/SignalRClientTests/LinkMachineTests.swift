import SignalRProtocol
import TestNumbers
import Testing

@testable import SignalRClient

@Suite("Link machine")
struct LinkMachineTests {
    typealias Machine = LinkMachine
    typealias News = LinkMachine.News

    static let failure = HubError.lost("x")
    /// Of a transport that seems alive and is silent.
    static let silence = HubError.serverTimeout(.seconds(1))
    static let word = LinkEnding.closed(.closedByServer(nil), allowsReconnect: false)
    static let stepFailed = LinkEnding.closed(.stepsTimedOut(.seconds(1)), allowsReconnect: true)

    enum Event: CaseIterable {
        case looked, broken, endedInOrder, silent, closedByWord, toldToStop, prepared, unprepared, failed, stopRequested
        case reattached, notReattached, closed

        func send(to machine: inout Machine) -> Machine.Effect? {
            switch self {
            case .looked: machine.looked()
            case .broken: machine.readingEnded(.lost(failure), hasBroken: true)
            case .endedInOrder: machine.readingEnded(.lost(failure), hasBroken: false)
            case .silent: machine.readingEnded(.lost(silence), hasBroken: false)
            case .closedByWord: machine.readingEnded(word, hasBroken: true)
            case .toldToStop: machine.readingEnded(.stopped, hasBroken: true)
            case .prepared: machine.prepared(nil)
            case .unprepared: machine.prepared(stepFailed.error)
            case .failed: machine.failed(silence)
            case .stopRequested: machine.stopRequested()
            case .reattached: machine.reattached()
            case .notReattached: machine.notReattached()
            case .closed: machine.closed()
            }
        }
    }

    private static let news: [News] = [nil, .lost(failure), word, .stopped].flatMap { ending in
        [false, true].map { News(isPrepared: $0, ending: ending) }
    }
    private static let endings = [LinkEnding.stopped, .lost(failure), word]
    static let phases: [Machine.Phase] =
        news.map { .open($0) } + news.map { .reattaching(after: failure, $0) } + endings.map { .closing($0) }
        + endings.map { .ended($0) }

    private struct Outcome {
        var phase: Machine.Phase
        var effect: Machine.Effect?
    }

    /// What each phase makes of each event; what is not listed changes nothing and has no effect.
    private static func expected(_ phase: Machine.Phase, _ event: Event, isStateful: Bool) -> Outcome? {
        switch (phase, event) {
        case (.open(let news), .looked): looked(news)
        case (.open(let news), .prepared):
            Outcome(phase: .open(News(isPrepared: true, ending: news.ending)), effect: .wake)
        case (.open(let news), .unprepared): Outcome(phase: .open(unprepared(news)), effect: .wake)
        case (.open(let news), .failed):
            news.ending == nil
                ? Outcome(phase: .open(News(isPrepared: news.isPrepared, ending: .lost(silence))), effect: .wake) : nil
        case (.open(let news), .stopRequested):
            Outcome(phase: .open(News(isPrepared: news.isPrepared, ending: .stopped)), effect: .wake)
        case (.open(let news), .broken): isStateful ? lost(failure, news) : closing(.lost(failure))
        case (.open(let news), .silent): isStateful ? lost(silence, news) : closing(.lost(silence))
        case (.open, .endedInOrder): closing(.lost(failure))
        case (.open, .closedByWord): closing(word)
        case (.open, .toldToStop): closing(.stopped)
        case (.reattaching(let error, let news), .prepared):
            Outcome(phase: .reattaching(after: error, News(isPrepared: true, ending: news.ending)))
        case (.reattaching(let error, let news), .unprepared):
            Outcome(phase: .reattaching(after: error, unprepared(news)))
        case (.reattaching(let error, let news), .stopRequested):
            Outcome(
                phase: .reattaching(after: error, News(isPrepared: news.isPrepared, ending: .stopped)),
                effect: .stopReattaching)
        case (.reattaching(_, let news), .reattached): Outcome(phase: .open(news), effect: .read)
        case (.reattaching(let error, let news), .notReattached):
            closing(news.ending == .stopped ? .stopped : .lost(error))
        case (.closing(let ending), .closed): Outcome(phase: .ended(ending), effect: .tell(ending))
        default: nil
        }
    }

    private static func looked(_ news: News) -> Outcome {
        if let ending = news.ending { return Outcome(phase: .open(news), effect: .end(ending)) }
        return Outcome(phase: .open(News()), effect: news.isPrepared ? .announce : .read)
    }

    private static func unprepared(_ news: News) -> News {
        switch news.ending {
        case nil, .lost: News(isPrepared: news.isPrepared, ending: stepFailed)
        case .closed, .stopped: news
        }
    }

    /// Of a connection that the hub may remember.
    private static func lost(_ error: HubError, _ news: News) -> Outcome {
        switch news.ending {
        case .stopped: closing(.stopped)
        case nil, .lost:
            Outcome(phase: .reattaching(after: error, News(isPrepared: news.isPrepared)), effect: .reattach)
        case .closed: Outcome(phase: .reattaching(after: error, news), effect: .reattach)
        }
    }

    private static func closing(_ ending: LinkEnding) -> Outcome {
        Outcome(phase: .closing(ending), effect: .close(ending))
    }

    @Test("does the right thing in each phase at each event", arguments: phases, Event.allCases)
    func table(_ phase: Machine.Phase, _ event: Event) {
        for isStateful in [false, true] {
            var machine = Machine(isStateful: isStateful, phase: phase)
            let effect = event.send(to: &machine)
            let expected = Self.expected(phase, event, isStateful: isStateful) ?? Outcome(phase: phase)
            #expect(machine.phase == expected.phase)
            #expect(effect == expected.effect)
        }
    }

    @Test("has news for the reader only while there is a transport")
    func hasNews() {
        for phase in Self.phases {
            let expected = if case .open(let news) = phase { news != News() } else { false }
            #expect(Machine(isStateful: true, phase: phase).hasNews == expected)
        }
    }

    @Test("a step that fails while the hub is silent ends the connection, also when another transport heals that")
    func unpreparedWhileSilent() {
        var machine = Machine(isStateful: true)
        #expect(machine.failed(Self.silence) == .wake)
        #expect(machine.prepared(Self.stepFailed.error) == .wake)
        #expect(machine.readingEnded(.lost(Self.silence), hasBroken: false) == .reattach)
        #expect(machine.reattached() == .read)
        #expect(machine.looked() == .end(Self.stepFailed))
    }

    @Test("tells its end once, and does nothing more, on a long random walk", arguments: [1, 2, 3, 4])
    func randomWalk(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        for _ in 0..<500 {
            var machine = Machine(isStateful: .random(using: &random))
            var (told, closes, prepared, announced) = (0, 0, 0, 0)
            // What was begun, and ends with an event.
            var begun: Machine.Effect?
            for _ in 0..<40 {
                let event = Event.allCases.filter { isPossible($0, begun) }.randomElement(using: &random)
                guard let event else { return }
                if event == .prepared { prepared += 1 }
                let effect = event.send(to: &machine)
                switch effect {
                case .announce: announced += 1
                case .tell: told += 1
                case .close: closes += 1
                case .read, .end, .wake, .reattach, .stopReattaching, nil: break
                }
                switch effect {
                case .reattach, .close: begun = effect
                case .read, .tell: begun = nil
                case .announce, .end, .wake, .stopReattaching, nil: break
                }
                #expect(told <= closes && closes <= 1 && announced <= prepared)
                if told > 0, case .ended = machine.phase {} else { #expect(told == 0) }
            }
        }
    }

    /// What ends something that was begun comes only then, and the reader rests meanwhile.
    private func isPossible(_ event: Event, _ begun: Machine.Effect?) -> Bool {
        switch event {
        case .reattached, .notReattached: begun == .reattach
        case .closed: if case .close = begun { true } else { false }
        case .looked, .broken, .endedInOrder, .silent, .closedByWord, .toldToStop: begun == nil
        case .prepared, .unprepared, .failed, .stopRequested: true
        }
    }
}
