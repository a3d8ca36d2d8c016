import JSON
import Store

/// From where on somebody follows, and what may be missing before that.
struct FeedPosition: Sendable, Equatable {
    /// That something which happened is not told, or may not be.
    struct Gap: Sendable, Equatable {
        enum Reason: String, Sendable {
            /// What was asked for is no longer kept.
            case forgotten
            /// The number was never given by this store: it is another one's, so all that is kept is told.
            case unknown
        }

        let reason: Reason
        /// The number after which was asked for.
        let asked: FeedRow.Number
        /// What may be missing has no higher one.
        let upTo: FeedRow.Number

        var json: JSONValue {
            ["reason": .string(reason.rawValue), "asked": asked.json, "upTo": upTo.json]
        }
    }

    /// What comes is after it.
    let after: FeedRow.Number
    let gap: Gap?

    /// - Parameter asked: the last number that the follower has; `nil`: it wants what happens from now on.
    init(asked: FeedRow.Number?, _ standing: FeedStanding) {
        guard let asked else {
            (after, gap) = (standing.last, nil)
            return
        }
        if asked > standing.last {
            (after, gap) = (.beginning, Gap(reason: .unknown, asked: asked, upTo: standing.forgotten))
        } else if asked < standing.forgotten {
            (after, gap) = (asked, Gap(reason: .forgotten, asked: asked, upTo: standing.forgotten))
        } else {
            (after, gap) = (asked, nil)
        }
    }
}

extension FeedRow.Number {
    /// Exact: it has sixteen digits at most.
    var json: JSONValue { .number(JSONNumberText(Int(rawValue))) }
}
