import Control
import Values

/// Decides when the heartbeat's address is asked, and what about it is worth a line in the log.
struct HeartbeatMachine: Equatable {
    /// How everything stands when it would be time to ask.
    enum Standing: Sendable, Equatable {
        case well
        /// Something needs a person.
        case troubled
        /// Some account has not been scanned by this run yet, or there is none.
        case unproven

        /// - Parameter now: wall time.
        init(_ facts: HealthFacts, at now: Timestamp) {
            guard HealthAnswer(facts.problems(at: now)).isWell else {
                self = .troubled
                return
            }
            self = facts.isScanned ? .well : .unproven
        }
    }

    /// How the last time went.
    enum Phase: Equatable {
        case fresh
        case beating
        case withheld(Standing)
        case failing(String)
    }

    /// What is told once, not each time.
    enum Remark: Equatable {
        case begun
        case withheld
        case failed(String)
    }

    private(set) var phase = Phase.fresh

    /// It is time. Returns whether to ask, and what is new.
    mutating func due(_ standing: Standing) -> (asks: Bool, remark: Remark?) {
        guard standing != .well else { return (true, nil) }
        let isNew = phase != .withheld(standing)
        phase = .withheld(standing)
        // At the start nothing is proven for a moment: that is no news.
        return (false, isNew && standing != .unproven ? .withheld : nil)
    }

    /// The other side has taken it.
    mutating func answered() -> Remark? {
        defer { phase = .beating }
        return phase == .beating ? nil : .begun
    }

    /// The other side was not reached, or did not want it.
    mutating func failed(_ reason: String) -> Remark? {
        defer { phase = .failing(reason) }
        return phase == .failing(reason) ? nil : .failed(reason)
    }

    /// Until the next time. Whoever waits for the heartbeat soon hears that all is well again; a first scan takes moments.
    func pause(every interval: Duration) -> Duration {
        switch phase {
        case .beating: interval
        case .withheld(.unproven): min(interval, .seconds(5))
        case .fresh, .withheld, .failing: min(interval, .seconds(30))
        }
    }
}
