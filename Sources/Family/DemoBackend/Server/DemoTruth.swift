package import Values

/// What the simulated server knows of one child: tests compare it with what arrived elsewhere.
package struct DemoTruth: Sendable, Equatable {
    /// The child's id.
    package let child: String
    /// After the newest of the rows.
    package let balance: Decimal
    /// Ids of all rows, newest first.
    package let transactions: [String]
}
