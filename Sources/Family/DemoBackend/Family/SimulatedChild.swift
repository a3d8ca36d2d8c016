package import Values

/// A child of the simulated family.
package struct SimulatedChild: Sendable, Equatable {
    package let id: String
    /// The child's own login.
    package let person: String
    package let firstName: String
    package let lastName: String
    package let email: String
    package let weeklyAllowance: Decimal
    package var balance: Decimal
    package var lastAllowanceAt: Timestamp?
}
