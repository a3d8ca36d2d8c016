import Observability
import Store

/// What the log says of one target: each attempt, and each change of how it does, once.
struct LaneLog {
    let logger: Logger
    /// Has the target tried, for people.
    let testCommand: String
    private var told = LaneStatus.State.working

    init(logger: Logger, testCommand: String) {
        self.logger = logger
        self.testCommand = testCommand
    }

    /// - Parameter state: how the target does since.
    mutating func report(_ settlement: LaneSettlement, _ attempt: LaneAttempt, _ state: LaneStatus.State) {
        let fields: KeyValuePairs<LogKey, LogValue> = [
            .delivery: .integer(Int(attempt.number.rawValue)), .attempt: .integer(attempt.attempts),
            .reason: .text(settlement.end.reason?.rawValue ?? ""), .detail: .text(settlement.end.detail ?? ""),
        ]
        switch settlement.end.outcome {
        case .delivered: logger.debug("delivered", fields)
        case .dead: logger.error("a delivery needs a person", fields)
        case .skipped: logger.warning("a delivery in doubt is not repeated", fields)
        case .retry, .inDoubt, .notSent: logger.debug("an attempt failed", fields)
        }
        if settlement.answers { return works() }
        switch (told, state) {
        // What was refused and now fails otherwise is one outage all the same.
        case (_, .working), (.failing, .failing), (.suspended, _): return
        case (.working, .failing): logger.warning("the target fails; it is tried again", fields)
        case (_, .suspended):
            logger.with(.nextStep, .text(testCommand))
                .error("the target refuses what it is sent; mend it, then have it tried", fields)
        }
        told = state
    }

    /// Not by the machine's state: a person who has it tried before its time makes it count as working until the attempt fails.
    mutating func works() {
        if told != .working { logger.info("the target works again") }
        told = .working
    }
}
