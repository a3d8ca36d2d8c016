package import Store

/// Who is told of records, and how soon that should be.
package struct RecordTelling: Sendable {
    /// Makes alerts of what has become of records, inside the commit that stores it.
    package let planner: AlertPlanner
    /// How often lists are read that rules ask about; what happened two such times before it was found is late.
    package let interval: Duration

    /// - Parameter interval: between two scans of the account.
    package init(planner: @escaping AlertPlanner, interval: Duration) {
        (self.planner, self.interval) = (planner, interval)
    }

    /// Nobody is.
    package static let nobody = RecordTelling(planner: { _ in [] }, interval: .seconds(60))

    var lateAfter: Duration { max(.seconds(300), interval * 2) }
}
