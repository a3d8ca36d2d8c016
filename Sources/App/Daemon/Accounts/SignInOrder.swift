import JSON
package import Values

/// What a person asks for by `login`, as it goes to the running program.
package struct SignInOrder: Sendable {
    /// As the configuration or an earlier sign-in calls it.
    package var account: String?
    /// For one that is in no file: the server's address.
    package var server: String?
    /// Who signs in; `nil` where the account says it.
    package var email: String?
    /// What to call the account.
    package var name: String?
    /// `nil`: in the desktop's secret service where that is open, unless the configuration has the password.
    package var place: SessionPlace?
    /// `nil`: the configured password is meant, or a person is to be asked for it.
    package var password: Secret?

    /// Without a password.
    package init(
        account: String? = nil, server: String? = nil, email: String? = nil, name: String? = nil,
        place: SessionPlace? = nil
    ) {
        self.account = account
        self.server = server
        self.email = email
        self.name = name
        self.place = place
    }

    /// As the control socket takes it. It goes there and nowhere else.
    package var json: Secret {
        var writer = JSONWriter()
        writer.object { object in
            if let account { object.set("account", account) }
            if let server { object.set("server", server) }
            if let email { object.set("email", email) }
            if let name { object.set("name", name) }
            object.set("place", ifPresent: place?.rawValue)
            password?.withText { object.set("password", $0) }
        }
        return Secret(writer.text)
    }

    /// Reads what ``json`` wrote.
    init(json: Secret) throws(JSONError) {
        let node = JSONNode(try json.withText { text throws(JSONError) in try JSONValue(parsing: text) })
        account = try node.optional("account")?.string()
        server = try node.optional("server")?.string()
        email = try node.optional("email")?.string()
        name = try node.optional("name")?.string()
        place = try node.optional("place").map { place throws(JSONError) in
            guard let known = SessionPlace(rawValue: try place.string()) else {
                throw place.mismatch("file or desktop")
            }
            return known
        }
        password = try node.optional("password").map { password throws(JSONError) in Secret(try password.string()) }
    }
}
