package import Values

/// A child of the simulated family.
package struct SimulatedChild: Sendable, Equatable {
    /// In the form of a GUID, lower case; the same for every seed.
    package let id: String
    /// The child's own login.
    package let person: String
    /// "Alice" and "Bruno": what rules and the tests' expectations name.
    package let firstName: String
    let lastName: String
    /// The address of the child's own login.
    package let email: String
    let weeklyAllowance: Decimal
    /// A purchase that costs more is refused.
    package var balance: Decimal
    var lastAllowanceAt: Timestamp?
}
