package import Values

/// Who is signed in, with the token that proves it.
package struct SignedIn: Sendable {
    package let token: Secret
    /// When the server stops taking the token, by the server's clock; `nil` where neither token nor answer say it.
    package let expiresAt: Timestamp?
    package let user: User.ID?
    package let role: Role
    /// The own child of a child's login.
    package let child: Child.ID?
    package let family: Family.ID?
    package let email: String
    package let firstName: String
    package let lastName: String

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
