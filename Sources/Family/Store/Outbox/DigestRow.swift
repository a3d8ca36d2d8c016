package import SQLite
package import Values

/// Deliveries of one target that are told together, in one message: marked in one commit before its first byte, and settled in
/// one.
package struct DigestRow: Sendable, Equatable {
    /// Counts up in the order in which digests were made.
    package struct Number: RawRepresentable, Hashable, Sendable, DatabaseValue {
        /// From 1; never used twice.
        package let rawValue: Int64

        /// For rows; there need not be such a digest.
        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// Deliveries in one digest at most.
    package static let bound = 100

    package let number: Number
    /// The bytes of the last attempt, which the next one repeats; `nil` for targets without, and before the first.
    package let body: [UInt8]?
    /// Wall time of the commit that made it.
    package let createdAt: Timestamp
}

extension DigestRow: RowDecodable {
    /// Number, body, moment.
    package init(row: borrowing Row) throws {
        number = try row.value(0)
        body = try row.value(1)
        createdAt = try row.value(2)
    }
}

/// A digest with all that is needed to carry it out.
package struct DigestWork: Sendable, Equatable {
    package let row: DigestRow
    /// Those that are not at their end, in order; at least one, and at most ``DigestRow/bound``.
    package let members: [DeliveryWork]

    /// For tests of what is made of it; the store reads digests from its rows.
    package init(row: DigestRow, members: [DeliveryWork]) {
        self.row = row
        self.members = members
    }
}

/// When deliveries are told together.
package struct DigestPolicy: Sendable, Equatable {
    /// So many that waited, at least 2; `nil` for never.
    package let threshold: Int?
    /// A delivery has waited when its alert is this old; one about what is over has from its beginning.
    package let patience: Duration

    /// - Parameters:
    ///   - threshold: below 2 means never.
    ///   - patience: a minute, unless said otherwise.
    package init(threshold: Int, patience: Duration = .seconds(60)) {
        self.threshold = threshold < 2 ? nil : threshold
        self.patience = patience
    }
}
