import Store
import Values

/// A target as a plain model: what it has shown, and whatever goes wrong with it.
struct SinkModel: Sendable {
    /// How far a target can tell repeats.
    enum Class: String, Sendable {
        /// By the id that every attempt bears.
        case deduplicating = "A"
        /// Not at all; in doubt it is sent again, and says so.
        case blindRepeat = "C repeat"
        /// Not at all; in doubt it is not sent again.
        case blindSkip = "C skip"
    }

    /// What an attempt meets, in the order of the numbers of ``Stimulus/Name/sink``.
    enum Fault: Int, Sendable {
        case answerLost, requestLost, unreachable, rateLimited, refused, dead, downForAWhile
    }

    /// One message that it has taken.
    struct Shown: Sendable {
        let at: Int
        let isMarkedRepeat: Bool
    }

    let name: String
    let kind: Class
    /// By alert key.
    private(set) var shown: [AlertRow.Key: [Shown]] = [:]
    /// The same in the order in which it came first.
    private(set) var order: [AlertRow.Key] = []
    /// Alerts that changed a message.
    private(set) var changed: Set<AlertRow.Key> = []
    /// Attempts of which nobody could say whether they arrived, by no fault of the program's.
    private(set) var ambiguous = 0
    private(set) var downUntil = 0
    private var faults: [(fault: Fault, seconds: Int)] = []
    /// Under way, of the process that runs now.
    var inFlight = 0

    init(_ name: String, _ kind: Class) {
        self.name = name
        self.kind = kind
    }

    /// Those of a household, or of one without rules.
    static func all(isPlain: Bool) -> [SinkModel] {
        let plain = [
            SinkModel("house", .deduplicating), SinkModel("chat", .blindRepeat), SinkModel("pager", .blindSkip),
            SinkModel("phone", .deduplicating),
        ]
        guard !isPlain else { return plain }
        var all =
            plain + [
                SinkModel("board", .blindRepeat), SinkModel("kid", .deduplicating), SinkModel("desk", .deduplicating),
            ]
        // It takes so many messages and no more; and nobody may be at the desk.
        for index in all.indices where ["chat", "desk"].contains(all[index].name) { all[index].isBlameless = false }
        return all
    }

    /// Nothing was ever wrong with it.
    private(set) var isBlameless = true

    mutating func arm(_ fault: Fault, times: Int, seconds: Int, at now: Int) {
        isBlameless = false
        if fault == .downForAWhile { return downUntil = max(downUntil, now + seconds * 1_000_000) }
        faults += Array(repeating: (fault, seconds), count: times)
    }

    /// Nothing goes wrong any more.
    mutating func heal() { (faults, downUntil) = ([], 0) }

    /// What the next attempt meets; `nil` for nothing.
    mutating func nextFault(at now: Int) -> (fault: Fault, seconds: Int)? {
        if now < downUntil { return (.unreachable, 0) }
        return faults.isEmpty ? nil : faults.removeFirst()
    }

    mutating func take(_ alerts: [AlertRow.Key], isMarkedRepeat: Bool, isEdit: Bool, at now: Int) {
        order += alerts.filter { shown[$0] == nil && !changed.contains($0) }
        if isEdit { return changed.formUnion(alerts) }
        for alert in alerts { shown[alert, default: []].append(Shown(at: now, isMarkedRepeat: isMarkedRepeat)) }
    }

    mutating func noteAmbiguity(_ count: Int) { ambiguous += count }

    /// Messages beyond the first of each alert.
    var repeats: Int { shown.values.reduce(0) { $0 + $1.count - 1 } }
}
