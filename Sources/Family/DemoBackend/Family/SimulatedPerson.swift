package import Values

/// Somebody of the simulated family who can sign in.
package struct SimulatedPerson: Sendable {
    package enum Role: String, Sendable {
        case parent = "Parent"
        case child = "Child"
    }

    package let id: String
    package let email: String
    package let password: Secret
    package let firstName: String
    package let lastName: String
    package let role: Role

    package var name: String { "\(firstName) \(lastName)" }
}
