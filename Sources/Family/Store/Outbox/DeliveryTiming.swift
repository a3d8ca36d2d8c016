package import Values

/// When a rule wants one target told, beside at once: what a planned delivery carries into the commit that causes the alert.
package struct DeliveryTiming: Sendable, Hashable {
    /// Told again while nobody has seen it.
    package struct Again: Sendable, Hashable {
        /// From one telling to the next.
        package let every: Duration
        /// At most so many times more.
        package let times: Int

        /// Nothing is checked.
        package init(every: Duration, times: Int) { (self.every, self.times) = (every, times) }
    }

    /// Others who are told, if nobody has seen the alert by then.
    package struct Rung: Sendable, Hashable {
        /// Since the alert was told first.
        package let after: Duration
        /// Names of targets.
        package let targets: [String]

        /// Nothing is checked.
        package init(after: Duration, targets: [String]) { (self.after, self.targets) = (after, targets) }
    }

    /// How long what follows a message is gathered; `nil`: each is told at once.
    package var group: Duration?
    /// Not gathered any longer than until then, when somebody's quiet hours begin.
    package var groupEndsBy: Timestamp?
    /// While one of these problems is open for what the alert is about, it is skipped.
    package var unless: [AlertRow.Event]
    package var again: Again?
    /// In order; of a rule they are the same at each of its deliveries.
    package var ladder: [Rung]
    /// Until when people of the ladder's targets have quiet hours, for what they are told now: that it is over.
    package var ladderHeldUntil: [String: Timestamp] = [:]

    /// At once, and once, unless said otherwise.
    package init(
        group: Duration? = nil, groupEndsBy: Timestamp? = nil, unless: [AlertRow.Event] = [], again: Again? = nil,
        ladder: [Rung] = []
    ) {
        self.group = group
        self.groupEndsBy = groupEndsBy
        self.unless = unless
        self.again = again
        self.ladder = ladder
    }

    /// Without those who are not to be told, also not when nobody else has seen it.
    package func telling(_ isMeant: (String) -> Bool) -> DeliveryTiming {
        var timing = self
        timing.ladder = ladder.compactMap { rung in
            let targets = rung.targets.filter(isMeant)
            return targets.isEmpty ? nil : Rung(after: rung.after, targets: targets)
        }
        return timing
    }
}
