import SQLite
package import Values

/// Something that a person should hear of; its key comes from the fact, so the same fact never gives a second one.
package struct AlertRow: Sendable, Equatable {
    /// `new|<server origin>|<transaction>` or `low|<server origin>|<child>|<rule>|<transaction>`.
    package struct Key: RawRepresentable, Hashable, Sendable, DatabaseValue {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What happened.
    package enum Event: String, Sendable, Hashable, CaseIterable, DatabaseValue {
        case transaction
        case balanceLow = "balance-low"
    }

    package let key: Key
    package let event: Event
    /// The rule whose threshold was crossed.
    package let rule: String?
    package let threshold: Decimal?
    package let balance: Decimal?
    /// Found afterwards, not as it happened.
    package let isLate: Bool
    package let createdAt: Timestamp
}
