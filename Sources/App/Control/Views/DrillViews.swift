package import JSON
package import Store
import Values

extension JSONValue {
    /// What became of a drill at one target.
    ///
    /// - Parameter isAway: nobody is there to take it, which is no failure.
    package init(_ drill: DrillRow, isAway: Bool) {
        let isDelivered = drill.state == .delivered
        let isAway = isAway && !drill.isOver
        let message =
            isDelivered
            ? drill.detail ?? "it took the drill"
            : isAway
                ? "no desktop is there; the first that comes is told"
                : drill.detail ?? "it has not taken the drill so far"
        self = [
            "target": .string(drill.target), "delivered": .bool(isDelivered), "away": .bool(isAway),
            "state": .word(drill.state.rawValue),
            "message": .string(message), "reason": .word(drill.reason?.rawValue), "at": .moment(drill.plannedAt),
            "milliseconds": drill.took.map { .count(Int($0 / .milliseconds(1))) } ?? nil,
        ]
    }
}
