/// Makes alerts of a change. Pure: it is called inside the transaction that stores the change.
package typealias AlertPlanner = @Sendable (FactChange) -> [PlannedAlert]
