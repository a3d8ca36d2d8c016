import JSON
import Store
import Values

/// What comes next of a delivery, and what keeps it from coming now. A pure value: lane and queue are given.
struct DeliveryOutlook: Equatable {
    /// Why it is as it is, for people; without moments.
    let sentence: String
    /// When it, or the one that it waits for, is tried; `nil` if nobody knows or nothing is tried.
    let at: Timestamp?
    /// The delivery that goes first, whose outcome it waits for.
    let behind: DeliveryRow.Number?

    private init(_ sentence: String, at: Timestamp? = nil, behind: DeliveryRow.Number? = nil) {
        self.sentence = sentence
        self.at = at
        self.behind = behind
    }

    /// - Parameters:
    ///   - target: as its lane has it; `nil` if it is not configured, or no program runs.
    ///   - first: the oldest delivery to the target that is not at its end.
    ///   - now: decides whether one is held still, or waits for its lane.
    init(
        _ delivery: DeliveryRow, target: LiveStatus.Target?, isRunning: Bool, first: DeliveryRow.Number?,
        commands: ProgramCommands, now: Timestamp
    ) {
        switch delivery.state {
        case .queued where target != nil && delivery.heldUntil.map { $0 > now } ?? false:
            let retry = commands.line("deliveries retry \(delivery.number)")
            let why = delivery.isGathered ? "to be told with what comes close after it" : "for quiet hours"
            self.init("it is held \(why); to send it sooner: \(retry)", at: delivery.heldUntil)
        case .attempting where isRunning: self.init("it is being sent just now")
        case .queued, .inDoubt, .attempting:
            let wait = Self.wait(delivery, target, isRunning: isRunning, first: first, commands)
            let doubt =
                delivery.state == .inDoubt
                ? "it may have arrived, and is sent again marked as a repeat, or left by `in-doubt`; " : ""
            self.init(doubt + wait.sentence, at: wait.at, behind: wait.behind)
        case .delivered: self.init("nothing: its target took it")
        case .dead:
            let retry = commands.line("deliveries retry \(delivery.number)")
            self.init("nothing by itself; send it again: \(retry)")
        case .skipped where delivery.reason == .silenced:
            let retry = commands.line("deliveries retry \(delivery.number)")
            // Which silence, and when, says the delivery's own text; older ones have none.
            let why = delivery.detail ?? "somebody wanted silence"
            self.init("nothing: \(why); to send it all the same: \(retry)")
        case .skipped where delivery.reason == .missed:
            self.init("nothing: nobody watched when it was to be told")
        case .skipped where delivery.reason == .inhibited:
            let retry = commands.line("deliveries retry \(delivery.number)")
            self.init(
                "nothing: something else was wrong, and its rule does not tell then; to send it all the same: \(retry)")
        case .skipped where delivery.reason == .handled:
            self.init("nothing: \(delivery.detail ?? "nobody has to be told any more")")
        case .skipped where delivery.reason == .barred:
            self.init("nothing: who reads its target may not know of it")
        case .skipped:
            let retry = commands.line("deliveries retry \(delivery.number)")
            self.init(
                "nothing: it may have arrived, and its target does not want repeats; to send it all the same: \(retry)")
        case .discarded: self.init("nothing: a person gave it up")
        }
    }

    private static func wait(
        _ delivery: DeliveryRow, _ target: LiveStatus.Target?, isRunning: Bool, first: DeliveryRow.Number?,
        _ commands: ProgramCommands
    ) -> DeliveryOutlook {
        guard isRunning else {
            return DeliveryOutlook("it waits for the program, which does not run: \(commands.start)")
        }
        guard let target else {
            return DeliveryOutlook("it waits for the target \(delivery.target), which is not configured")
        }
        let older = first.flatMap { $0 < delivery.number ? $0 : nil }
        let behind = older.map { "it waits behind delivery \($0): " } ?? ""
        switch target.state {
        case .suspended:
            return DeliveryOutlook(
                behind + "\(target.name) refuses what it is sent; \(commands.mending(target.name))",
                at: target.nextTryAt, behind: older)
        case .failing:
            return DeliveryOutlook(
                behind + "\(target.name) fails and is tried again", at: target.nextTryAt, behind: older)
        case .working:
            // What was never tried is due at once, whatever moment it has.
            let isTried = delivery.attempts > 0
            return DeliveryOutlook(
                behind + (isTried ? "it is tried again by itself" : "it is about to be sent"),
                at: isTried ? delivery.dueAt : nil, behind: older)
        }
    }

    var json: JSONValue {
        ["sentence": .string(sentence), "at": .moment(at), "behind": behind.map { .count(Int($0.rawValue)) } ?? nil]
    }
}
