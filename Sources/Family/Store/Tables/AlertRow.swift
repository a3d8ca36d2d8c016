import SQLite
package import Values

/// Something that a person should hear of; its key comes from the fact, so the same fact never gives a second one.
package struct AlertRow: Sendable, Equatable {
    /// `new|<server origin>|<transaction>` or `low|<server origin>|<child>|<rule>|<transaction>`.
    package struct Key: RawRepresentable, Hashable, Sendable, DatabaseValue {
        /// The text that the table keeps once. The rules make it, and nobody takes it apart again.
        package let rawValue: String

        /// For reading and planning; nothing is checked.
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What happened.
    package enum Event: String, Sendable, Hashable, CaseIterable, DatabaseValue {
        /// Money came or went.
        case transaction
        /// A balance fell below a rule's threshold.
        case balanceLow = "balance-low"
    }

    /// Unique in the table.
    package let key: Key
    /// Decides the words.
    package let event: Event
    /// The rule whose threshold was crossed.
    package let rule: String?
    /// What the balance fell below; `nil` for a transaction.
    package let threshold: Decimal?
    /// To what it fell, as of the alert; the child's row has today's.
    package let balance: Decimal?
    /// Found afterwards, not as it happened.
    package let isLate: Bool
    /// Wall time of the commit that caused it.
    package let createdAt: Timestamp
}
