import SQLite

/// Something that a person should hear of; its key comes from the fact, so the same fact never gives a second one.
package struct AlertRow: Sendable {
    /// `new|<server origin>|<transaction>` or `low|<server origin>|<child>|<rule>|<transaction>`.
    package struct Key: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What happened.
    package enum Event: String, Sendable, Hashable, CaseIterable {
        case transaction
        case balanceLow = "balance-low"
    }
}
