package import JSON
package import Store
import Values

extension JSONValue {
    /// What became of a drill at one target.
    package init(_ drill: DrillRow) {
        let isDelivered = drill.state == .delivered
        let message =
            isDelivered ? drill.detail ?? "it took the drill" : drill.detail ?? "it has not taken the drill so far"
        self = [
            "target": .string(drill.target), "delivered": .bool(isDelivered), "state": .word(drill.state.rawValue),
            "message": .string(message), "reason": .word(drill.reason?.rawValue), "at": .moment(drill.plannedAt),
            "milliseconds": drill.took.map { .count(Int($0 / .milliseconds(1))) } ?? nil,
        ]
    }
}
