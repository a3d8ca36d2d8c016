import Store
import Testing
import Values

@testable import Relay

@Suite("How a target stands")
struct StandingTests {
    private static let now = Timestamp(seconds: 1_000_000)

    private static func after(_ seconds: Int) -> Timestamp { now.advanced(by: .seconds(seconds)) }

    /// - Parameter isOld: it had failed before.
    private static func failure(_ verdict: Verdict, of number: Int64 = 9, isOld: Bool = false) -> Standing.Failure {
        Standing.Failure(
            verdict, of: LaneAttempt(number: .init(rawValue: number), attempts: isOld ? 2 : 1, triedFor: .zero))
    }

    /// After these failures, one second after the other, the last of them now.
    private static func standing(answered: Int?, _ failures: Standing.Failure...) -> Standing {
        var standing = Standing.working(answered: answered.map(after))
        for (index, failure) in failures.enumerated() {
            let moment = after(index + 1 - failures.count)
            standing.hasFailed(failure, at: moment, backoff: Backoff(), jitter: 1)
        }
        return standing
    }

    private static let server = Verdict.retry(.serverError, "x")
    private static let unreachable = Verdict.retry(.unreachable, "x")
    private static let gone = Verdict.endpointDead(.gone, "x")
    private static let old = failure(server, isOld: true)
    private static let oldGone = failure(gone, isOld: true)

    /// Each phase, with all that it can hold that makes a difference.
    private static let states: [(name: String, standing: Standing)] = [
        ("working", .working(answered: nil)),
        ("working, answered", .working(answered: after(-60))),
        ("doubted", standing(answered: nil, old)),
        ("doubted, answered", standing(answered: -60, old)),
        ("failing, one witness", standing(answered: nil, failure(server))),
        ("failing, two witnesses", standing(answered: nil, failure(server), failure(server, of: 8))),
        ("failing, answered", standing(answered: -60, failure(server))),
        ("failing, answered long ago", standing(answered: -121, failure(server))),
        ("failing, old ones only", standing(answered: nil, old, old)),
        ("failing, unreachable", standing(answered: -60, failure(unreachable))),
        ("failing, anew", standing(answered: -60, failure(server)).anew(at: now)),
        ("suspended", standing(answered: nil, failure(gone))),
        ("suspended, answered", standing(answered: -60, failure(gone), failure(gone, of: 8))),
        ("suspended, old ones only", standing(answered: nil, oldGone, oldGone)),
    ]

    private typealias Event = (name: String, happen: @Sendable (inout Standing) -> Void)

    private static func fails(_ name: String, _ failure: Standing.Failure, after seconds: Int = 10) -> Event {
        (name, { $0.hasFailed(failure, at: after(seconds), backoff: Backoff(), jitter: 1) })
    }

    private static let events: [Event] = [
        ("it answered", { $0.hasAnswered(at: after(10)) }),
        ("resume", { $0.resume(at: after(10)) }),
        ("clock moved", { $0.clockMoved(by: .seconds(1_000)) }),
        ("begins anew", { $0 = $0.anew(at: after(10)) }),
        fails("the same fails", failure(server)),
        fails("another fails", failure(server, of: 7)),
        fails("an old one fails", failure(server, of: 7, isOld: true)),
        fails("unreachable", failure(unreachable, of: 7)),
        fails("a wish", failure(.retry(.serverError, after: .seconds(90), "x"), of: 7)),
        fails("a rate", failure(.retry(.rateLimited, after: .seconds(90), "x"), of: 7, isOld: true)),
        fails("it refuses", failure(gone, of: 7)),
        fails("it refuses an old one", failure(gone, of: 7, isOld: true)),
        fails("overslept", failure(server, of: 7, isOld: true), after: 86_400),
    ]

    /// All of it in a line: who asks, what of something new, failures and witnesses, when in seconds, and when it answered.
    private static func words(_ standing: Standing) -> String {
        let second = { (moment: Timestamp) in "\(moment.duration(since: now).components.seconds)" }
        let answered = { (moment: Timestamp?) in moment.map { ", answered \(second($0))" } ?? "" }
        switch standing {
        case .working(let moment): return "works" + answered(moment)
        case .doubted(let moment): return "doubted" + answered(moment)
        case .failing(let outage), .suspended(let outage):
            let asker =
                switch outage.asker {
                case .oldest: "oldest"
                case .first: "first"
                case .other(let number): "not \(number)"
                }
            let fresh =
                switch outage.fresh {
                case .passes: "new passes"
                case .asks(let end): "new asks until \(second(end))"
                case .waits: "new waits"
                }
            return "\(standing.state.rawValue) since \(second(outage.began)), \(outage.failures)/\(outage.witnesses): "
                + "\(asker) at \(second(outage.probeAt)), \(fresh), \(second(outage.freshAt))"
                + answered(outage.answered)
        }
    }

    @Test("each event in each phase")
    func all() {
        var lines: [String] = []
        for (name, standing) in Self.states {
            lines.append("\(name): \(Self.words(standing))")
            for event in Self.events {
                var after = standing
                event.happen(&after)
                lines.append("  \(event.name): \(Self.words(after))")
            }
        }
        let expected = Self.expected.split(separator: "\n").map(String.init)
        #expect(lines.count == expected.count)
        for (line, other) in zip(lines, expected) { #expect(line == other) }
        if lines != expected { print(lines.joined(separator: "\n")) }
    }

    /// What speaks for a target ends by the moment of the question, not by that of the failure before it.
    @Test("something new asks in place of the others up to the end of what speaks for the target, not a second longer")
    func asks() throws {
        let outage = try #require(Self.standing(answered: -60, Self.failure(Self.server)).outage)
        let entry = { LaneQueue.Entry(number: .init(rawValue: $0), attempts: $1, isInDoubt: false) }
        let queue = LaneQueue(due: [entry(8, 1), entry(9, 1), entry(10, 0)])
        #expect(outage.asker(in: queue, at: Self.after(60))?.number.rawValue == 10)
        #expect(outage.asker(in: queue, at: Self.after(61))?.number.rawValue == 8)
        #expect(outage.asker(in: LaneQueue(), at: Self.after(60)) == nil)
    }
}
