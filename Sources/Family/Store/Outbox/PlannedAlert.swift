package import Values

/// What a rule made of a ``FactChange``: an alert, and where it goes.
///
/// Every added transaction gives one, possibly without deliveries: an alert nobody wanted is still accounted for.
package struct PlannedAlert: Sendable, Hashable {
    /// Derived from the fact, so that the same fact never gives a second one.
    package let key: AlertRow.Key
    /// What the person hears of.
    package let event: AlertRow.Event
    /// The rule behind it, for an event that only a rule defines.
    package let rule: String?
    /// What the balance fell below, or is no longer below; `nil` for all else.
    package let threshold: Decimal?
    /// What the child has, where that is told.
    package let balance: Decimal?
    /// What later alerts of the same matter share; `nil`: it stands alone.
    package var thread: String?
    /// It ends the matter that ``thread`` names.
    package var closesThread = false
    /// What it tells beside child and money: one JSON object, money as text; a repeat says the same.
    package var details: String?
    /// One for each target, none twice; of those the store knows already nothing is written.
    package var deliveries: [PlannedDelivery]
    /// Whom a rule names and who may not know of it.
    package var dropped: [DroppedDelivery] = []
    /// Of one that ends a matter: targets that are told nothing of it although they show the matter, since who reads there today may
    /// not know.
    package var barred: Set<String> = []

    /// - Parameter key: as ``AlertRow/Key`` says it; a key that the store knows makes the whole alert go without a
    ///   word.
    package init(
        key: AlertRow.Key, event: AlertRow.Event, rule: String? = nil, threshold: Decimal? = nil,
        balance: Decimal? = nil, deliveries: [PlannedDelivery]
    ) {
        self.key = key
        self.event = event
        self.rule = rule
        self.threshold = threshold
        self.balance = balance
        self.deliveries = deliveries
    }
}

/// One alert to one target.
package struct PlannedDelivery: Sendable, Hashable {
    /// The target's name in the configuration.
    package let target: String
    /// The rule that chose the target.
    package let rule: String?
    /// The rule's own text, if it has one.
    package let template: String?
    /// How the rule wants it to look; `nil` leaves that to the target.
    package let style: String?
    /// Whoever's target it is has quiet hours until then, on this machine's clock; `nil`: told at once.
    package let heldUntil: Timestamp?
    /// The matter of the message that shows a child as it is now: told by a change of that one; `nil`: by a message of its own. Only for
    /// targets that can change what they show.
    package var living: String?
    /// The lane that may take it at once, if one runs.
    package var door: LaneDoor?
    /// Another alert of the same fact: who is told of that is not told of this one, unless that was left out for a problem that is open.
    package var givesWayTo: AlertRow.Key?
    /// When its rule wants it told beside at once; `nil`: at once, and once.
    package var timing: DeliveryTiming?

    /// - Parameters:
    ///   - template: already checked; `nil` leaves the words to the target.
    ///   - style: text that the relay alone reads.
    ///   - heldUntil: see ``heldUntil``.
    package init(
        target: String, rule: String? = nil, template: String? = nil, style: String? = nil,
        heldUntil: Timestamp? = nil
    ) {
        self.heldUntil = heldUntil
        self.target = target
        self.rule = rule
        self.template = template
        self.style = style
    }
}

extension PlannedDelivery {
    /// The same to a target that its rule tells next; `nil` if it does not.
    func next(_ target: String) -> PlannedDelivery? {
        guard let timing, timing.ladder.contains(where: { $0.targets.contains(target) }) else { return nil }
        return PlannedDelivery(
            target: target, rule: rule, template: template, style: style, heldUntil: timing.ladderHeldUntil[target])
    }
}

/// Makes alerts of a change. Pure: it is called inside the transaction that stores the change.
package typealias AlertPlanner = @Sendable (FactChange) -> [PlannedAlert]
