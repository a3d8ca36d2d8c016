package import Values

/// Somebody of the simulated family who can sign in.
package struct SimulatedPerson: Sendable {
    enum Role: String, Sendable {
        case parent = "Parent"
        case child = "Child"
    }

    /// In the form of a GUID; the subject of the person's tokens.
    package let id: String
    /// In lower case, as sign-ins are compared.
    package let email: String
    /// The same for everybody: `SimulatedFamily.password`.
    package let password: Secret
    /// What sign-in answers show.
    package let firstName: String
    let lastName: String
    let role: Role

    /// First and last name, as rows say who made them.
    package var name: String { "\(firstName) \(lastName)" }
}

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
    var settings: SimulatedSettings
    /// A purchase that costs more is refused.
    package var balance: Decimal
    var lastAllowanceAt: Timestamp?

    var fullName: String { "\(firstName) \(lastName)" }
}
