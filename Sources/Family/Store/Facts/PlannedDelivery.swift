/// One alert to one target.
package struct PlannedDelivery: Sendable, Hashable {
    /// The target's name in the configuration.
    package let target: String
    /// The rule that chose the target.
    package let rule: String?
    /// The rule's own text, if it has one.
    package let template: String?
    /// The lane that may take it at once, if one runs.
    package var door: LaneDoor?

    /// - Parameter template: already checked; `nil` leaves the words to the target.
    package init(target: String, rule: String? = nil, template: String? = nil) {
        self.target = target
        self.rule = rule
        self.template = template
    }
}
