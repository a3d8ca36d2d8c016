import Relay
import Store
import Values

/// The table of what becomes of a target, and of what is sent to it.
enum LaneStates {
    static let lane = TransitionTable(
        "A target's lane",
        "How a target stands as far as its answers show it, what becomes of the delivery that was tried, and how long all others but one that asks then rest. One that is doubted "
            + "is shown as `working`: only what had failed before has failed, and it may be to blame itself. The pauses are those of a first failure.",
        states: LaneTrial.Phase.allCases.map { ("`\($0.rawValue)`", LaneTrial(in: $0)) },
        events: LaneTrial.Event.allCases.map { event in
            (
                words(event),
                { trial in
                    let outcome = trial.take(event)
                    let rest = trial.pause.map { "the lane rests \(seconds($0))" }
                    let more = outcome == nil ? [] : [outcome.map(shown), rest].compactMap { $0 }
                    return (["`\(trial.phase.rawValue)`"] + more).joined(separator: ", ")
                }
            )
        })

    private static func words(_ event: LaneTrial.Event) -> String {
        switch event {
        case .delivered: "it takes one"
        case .refused: "it refuses this one"
        case .failed: "a first attempt fails"
        case .failedAgain: "one that had failed fails"
        case .mayHaveArrived: "no answer: it may have arrived"
        case .slowedDown: "it asks for a minute"
        case .endpointDead: "it refuses everything"
        case .resumed: "somebody says that it works"
        case .begunAnew: "new settings, or a start"
        }
    }

    private static func shown(_ outcome: AttemptOutcome) -> String {
        switch outcome {
        case .delivered: "delivered"
        case .retry: "to be sent again"
        case .inDoubt: "to be sent again as a repeat"
        case .skipped: "not repeated"
        case .dead: "given up"
        case .notSent: "not sent"
        }
    }

    private static func seconds(_ pause: Duration) -> String { "\(Int((pause / .seconds(1)).rounded(.up))) s" }
}
