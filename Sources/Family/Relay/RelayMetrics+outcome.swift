import Store

extension RelayMetrics.Outcome {
    /// `nil` for what was no attempt after all.
    init?(_ outcome: AttemptOutcome) {
        switch outcome {
        case .delivered: self = .delivered
        case .retry: self = .retry
        case .inDoubt: self = .inDoubt
        case .skipped: self = .skipped
        case .dead: self = .dead
        case .notSent: return nil
        }
    }
}
