package import JSON

/// Somebody with a login of their own in the family, children among them.
package struct FamilyMember: FamilyRecord {
    package let id: Identifier<FamilyMember>
    package let firstName: String
    package let lastName: String
    /// What the person signs in with.
    package let email: String
    package let role: Role
    /// Whether the family is theirs to give away.
    package let isOwner: Bool

    /// The family's own: a child's login is known by its role.
    package var child: Child.ID? { nil }

    /// Where servers have them.
    package static let list = RecordList(
        of: FamilyMember.self, "members", for: .login, at: "/families/current/members", member: "members")

    package init(_ reader: RecordReader) throws(JSONError) {
        id = try reader.id("userId", or: "id")
        firstName = try reader.text("firstName")
        lastName = try reader.text("lastName")
        email = try reader.text("email")
        role = Role(try reader.text("role"))
        isOwner = try reader.flag("isOwner")
    }

    package func write(to object: inout JSONObjectWriter) {
        object.set("firstName", firstName)
        object.set("lastName", lastName)
        object.set("email", email)
        object.set("role", role.word)
        object.set("owner", isOwner)
    }
}
