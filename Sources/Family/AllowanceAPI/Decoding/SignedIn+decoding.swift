import JSON
package import Values

extension SignedIn {
    /// Reads the answer of sign-in and refresh: flat as the public backend sends it, or with a `user` inside. The token
    /// knows better when it expires, and whose it is.
    init(_ node: JSONNode) throws(JSONError) {
        let person = try node.optional("user") ?? node
        let told = try node.optional("expiresAt")?.moment()
        let token = Secret(try node.required("token").string())
        let claims = TokenClaims(token)
        let role = try person.optional("role")?.word()
        self.init(
            token: token,
            expiresAt: claims?.expiresAt ?? told,
            user: try person.optional("userId", "id")?.identifier() ?? claims?.user,
            role: role.map { Role($0) } ?? claims?.role ?? .other(""),
            child: try person.optional("childId")?.identifier() ?? claims?.child,
            family: try person.optional("familyId")?.identifier() ?? claims?.family,
            email: try person.text(of: "email"),
            firstName: try person.text(of: "firstName"),
            lastName: try person.text(of: "lastName"))
    }
}

/// The form in which a ``TokenStore`` keeps a sign-in.
extension SignedIn {
    /// Everything, the token included: keep it where only its owner reads.
    package var stored: Secret {
        var writer = JSONWriter()
        writer.object { object in
            token.withText { object.set("token", $0) }
            object.set("expiresAt", ifPresent: expiresAt)
            object.object("user") { person in
                person.set("userId", ifPresent: user?.rawValue)
                person.set("role", role.word)
                person.set("childId", ifPresent: child?.rawValue)
                person.set("familyId", ifPresent: family?.rawValue)
                person.set("email", email)
                person.set("firstName", firstName)
                person.set("lastName", lastName)
            }
        }
        return Secret(writer.text)
    }

    /// Reads what ``stored`` wrote.
    ///
    /// - Returns: `nil` for a damaged text.
    package init?(stored: Secret) {
        let read = stored.withText { text in
            try? SignedIn(JSONNode(family: JSONValue(parsing: text)))
        }
        guard let read else { return nil }
        self = read
    }
}
