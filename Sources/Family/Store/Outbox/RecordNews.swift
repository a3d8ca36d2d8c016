package import Values

/// What people may hear of a record: the store keeps it for them, and knows nothing of goals and chores.
package struct RecordNews: Sendable, Hashable {
    /// One that is about a record or an allowance.
    package let event: AlertRow.Event
    /// The record and the state that it is in: with the event and the server never the same again.
    package let identity: String
    /// What all that is told of the same matter has in common, beside the server; `nil`: it stands alone.
    package let matter: Matter?
    /// What the child has, where that is what it is about.
    package let balance: Decimal?
    /// What it tells: one JSON object, money as text.
    package let details: String

    /// What a thread is named after.
    package struct Matter: Sendable, Hashable {
        /// `chore`, `allowance`, `pause`.
        package let kind: String
        /// A record's id, or a child's.
        package let subject: String

        /// Nothing is checked.
        package init(_ kind: String, _ subject: String) { (self.kind, self.subject) = (kind, subject) }

        /// That a child's allowance is missing: a record shows it, and the allowance that comes is its end.
        package static func allowance(of child: ChildRow.ID) -> Matter { Matter("allowance", child.rawValue) }

        /// What the alerts of this matter share, whoever makes them.
        package func thread(at origin: String) -> String { "\(kind)|\(origin)|\(subject)" }
    }

    /// Made inside the commit that stores the record; tests of rules make them by hand.
    package init(
        event: AlertRow.Event, identity: String, matter: Matter? = nil, balance: Decimal? = nil, details: String
    ) {
        self.event = event
        self.identity = identity
        self.matter = matter
        self.balance = balance
        self.details = details
    }
}
