package import Store
package import Values

/// Who is told of what, and in which words.
package struct Rule: Sendable, Equatable {
    /// Unique among the rules. A low balance's alert has it in its key, and every delivery in its row.
    package let name: String
    /// What it is about; empty tells of nothing.
    package var events: Set<AlertRow.Event>
    /// What it wants of them.
    package var match: RuleMatch
    /// A balance that falls below this is told, once for each fall, or that it has risen to it or above.
    package var below: Decimal?
    /// Names of targets; `nil` means every target.
    package var targets: [String]?
    /// The wording; `nil` takes the event's own.
    package var template: String?
    /// How it looks besides its words.
    package var style: AlertStyle
    /// When it tells what came and went in a week, if its events have that.
    package var when: Schedule?
    /// At targets that can change what they show, each child has one message, which shows it as it is now.
    package var isLiving = false
    /// When it is told, beside at once and once.
    package var timing = RuleTiming()

    /// Every transaction of every child to every target, unless said otherwise.
    package init(
        name: String, events: Set<AlertRow.Event> = [.transaction], match: RuleMatch = RuleMatch(),
        below: Decimal? = nil, targets: [String]? = nil, template: String? = nil, style: AlertStyle = AlertStyle(),
        when: Schedule? = nil
    ) {
        self.name = name
        self.events = events
        self.match = match
        self.below = below
        self.targets = targets
        self.template = template
        self.style = style
        self.when = when
    }

    /// Why it tells nothing of this; `nil`: it tells of it.
    func refusal(of occurrence: Occurrence, in zone: TimeZone) -> RuleMatch.Refusal? {
        guard events.contains(occurrence.event) else { return .events }
        if let below, let balance = occurrence.lowBalance, balance >= below { return .below }
        return match.refusal(of: occurrence, in: zone)
    }

    /// What the balance has just crossed, and the threshold: not while it stays on one side.
    func crossing(from old: Decimal, to new: Decimal) -> (event: AlertRow.Event, threshold: Decimal)? {
        guard let below else { return nil }
        let event: AlertRow.Event
        switch (old >= below, new >= below) {
        case (true, false): event = .balanceLow
        case (false, true): event = .balanceRecovered
        case (true, true), (false, false): return nil
        }
        // That it is back ends what it was told of.
        let isTold = events.contains(event) || !events.isDisjoint(with: event.ends)
        return isTold ? (event, below) : nil
    }

    /// The matter of the message that shows a child as it is now; `nil` where each change has a message of its own.
    func living(_ occurrence: Occurrence) -> String? {
        guard isLiving, let child = occurrence.child else { return nil }
        return "living|\(name)|\(child)"
    }
}
