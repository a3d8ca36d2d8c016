import Store

/// What a run, or all of them, came to.
struct Tally: Sendable {
    var runs = 0
    var simulated = 0
    var crashes = 0
    var exits = 0
    var failedStarts = 0
    var inDoubt = 0
    var scans = 0
    var hints = 0
    var settledHints = 0
    var attempts = 0
    var born = 0
    var digests = 0
    /// Deliveries that were held and let go, and how often several of them were told together.
    var released = 0
    var toldTogether = 0
    var requests = 0
    var looks = 0
    /// Orders that a photo belongs to, how often one was sent, and how often after an attempt before.
    var photos = 0
    var photosSent = 0
    var photosResumed = 0
    var repeatedCommits = 0
    var audits = 0
    var commits = 0
    /// How often the program was killed at which commit.
    var killPoints: [String: Int] = [:]
    /// Rows that the server made later than could be expected.
    var tooLate = 0
    /// Microseconds from a row's appearance to its commit, of rows whose message was lost while the link was up.
    var lostHintDelays: [Int] = []
    /// Messages that were shown again because of a crash, by class.
    var crashRepeats: [String: Int] = [:]
    /// The same because an answer was lost.
    var doubtRepeats: [String: Int] = [:]
    /// How often each kind of stimulus and fault happened.
    var faults: [String: Int] = [:]

    mutating func note(_ fault: String) { faults[fault, default: 0] += 1 }

    mutating func countRepeats(_ alerts: [AlertRow.Key], _ sink: SinkModel, _ inFlight: Set<AlertRow.Key>) {
        for alert in alerts where sink.shown[alert] != nil {
            if inFlight.contains(alert) {
                crashRepeats[sink.kind.rawValue, default: 0] += 1
            } else {
                doubtRepeats[sink.kind.rawValue, default: 0] += 1
            }
        }
    }

    static func += (left: inout Tally, right: Tally) {
        left.runs += right.runs
        left.simulated += right.simulated
        left.crashes += right.crashes
        left.exits += right.exits
        left.failedStarts += right.failedStarts
        left.inDoubt += right.inDoubt
        left.scans += right.scans
        left.hints += right.hints
        left.settledHints += right.settledHints
        left.attempts += right.attempts
        left.born += right.born
        left.digests += right.digests
        left.released += right.released
        left.toldTogether += right.toldTogether
        left.requests += right.requests
        left.looks += right.looks
        left.photos += right.photos
        left.photosSent += right.photosSent
        left.photosResumed += right.photosResumed
        left.repeatedCommits += right.repeatedCommits
        left.audits += right.audits
        left.commits += right.commits
        left.killPoints.merge(right.killPoints, uniquingKeysWith: +)
        left.tooLate += right.tooLate
        left.lostHintDelays += right.lostHintDelays
        left.crashRepeats.merge(right.crashRepeats, uniquingKeysWith: +)
        left.doubtRepeats.merge(right.doubtRepeats, uniquingKeysWith: +)
        left.faults.merge(right.faults, uniquingKeysWith: +)
    }
}

extension Tally: CustomStringConvertible {
    var description: String {
        var lines = [
            "\(runs) runs, \(hours) simulated hours, \(audits) audits, \(repeatedCommits) commits made twice",
            "\(crashes) kills, \(exits) ends by a lost disk, \(failedStarts) starts refused, \(inDoubt) deliveries in doubt",
            "\(scans) scans, \(hints) hub messages, \(attempts) attempts (\(born) born marked), \(digests) digests",
            "\(released) let go that were held, \(toldTogether) times several in one message",
            "\(requests) orders sent, \(looks) looks for one, \(tooLate) carried out later than could be expected",
            "\(photos) orders with a photo, which was sent \(photosSent) times, \(photosResumed) of them again",
            "repeats per 1,000 kills: "
                + ["A", "C repeat", "C skip"].map { "\($0) \(perThousand(crashRepeats[$0] ?? 0))" }
                .joined(separator: ", "),
            "repeats because an answer was lost: "
                + ["A", "C repeat", "C skip"].map { "\($0) \(doubtRepeats[$0] ?? 0)" }.joined(separator: ", "),
        ]
        let delays = lostHintDelays.sorted()
        if !delays.isEmpty {
            lines.append(
                "a row whose message was lost is found after: p50 \(seconds(delays[delays.count / 2])) s, "
                    + "p99 \(seconds(delays[delays.count * 99 / 100])) s, at most \(seconds(delays.last ?? 0)) s, "
                    + "of \(delays.count)")
        }
        lines.append(
            "stimuli: " + faults.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        return lines.joined(separator: "\n")
    }

    private var hours: String { tenths(simulated / 360_000_000) }
    private func perThousand(_ count: Int) -> String { crashes == 0 ? "-" : tenths(count * 10_000 / crashes) }
    private func seconds(_ microseconds: Int) -> String { tenths(microseconds / 100_000) }
    private func tenths(_ value: Int) -> String { "\(value / 10).\(value % 10)" }
}
