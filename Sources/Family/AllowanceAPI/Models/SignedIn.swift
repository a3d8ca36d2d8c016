package import Values

/// Who is signed in, with the token that proves it.
package struct SignedIn: Sendable {
    /// Sent as `Authorization: Bearer`; opaque, whatever ``TokenClaims`` finds in it.
    package let token: Secret
    /// When the server stops taking the token, by the server's clock; `nil` where neither token nor answer say it.
    package let expiresAt: Timestamp?
    /// `nil` where neither the answer nor the token say it.
    package let user: User.ID?
    /// A claim of the server's answer; what it permits, the server alone decides.
    package let role: Role
    /// The own child of a child's login.
    package let child: Child.ID?
    /// `nil` for an account that belongs to no family yet.
    package let family: Family.ID?
    /// As the server knows it; may differ in letter case from what was typed. Empty where it was left out.
    package let email: String
    /// Empty where the server left it out.
    package let firstName: String
    /// Empty where the server left it out.
    package let lastName: String

    /// Only the token is needed; what is not given is not known.
    package init(
        token: Secret, expiresAt: Timestamp?, user: User.ID? = nil, role: Role = .other(""), child: Child.ID? = nil,
        family: Family.ID? = nil, email: String = "", firstName: String = "", lastName: String = ""
    ) {
        self.token = token
        self.expiresAt = expiresAt
        self.user = user
        self.role = role
        self.child = child
        self.family = family
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
    }
}
