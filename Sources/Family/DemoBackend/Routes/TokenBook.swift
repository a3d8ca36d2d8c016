import JSON
package import Values

/// The tokens that the simulated server has given out.
///
/// They look like JSON Web Tokens, since clients read their end, but nothing is signed: the last part is random, and a
/// token is good because it is in this book.
package struct TokenBook: Sendable {
    private struct Entry {
        let person: String
        let expiresAt: Timestamp
    }

    private var entries: [String: Entry] = [:]
    private let lifetime: Duration
    private let dialect: DemoDialect

    /// How many tokens are kept before the expired ones are thrown away.
    private static let sweepAbove = 1_000

    /// - Parameter dialect: decides which claims a token has.
    package init(lifetime: Duration, dialect: DemoDialect) {
        self.lifetime = lifetime
        self.dialect = dialect
    }

    /// - Parameter random: 32 bytes that nobody can guess.
    package mutating func issue(
        for person: SimulatedPerson, child: String?, now: Timestamp, random: [UInt8]
    ) -> (token: Secret, expiresAt: Timestamp) {
        if entries.count > Self.sweepAbove { entries = entries.filter { $0.value.expiresAt > now } }
        let expiresAt = Timestamp(seconds: now.advanced(by: lifetime).seconds)
        let header = Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8)
        let payload = payload(person, child: child, expiresAt: expiresAt)
        let token = [header, payload, random].map { Base64.url.encode($0) }.joined(separator: ".")
        entries[token] = Entry(person: person.id, expiresAt: expiresAt)
        return (Secret(token), expiresAt)
    }

    /// The person whose token this is; `nil` for an unknown or expired one.
    package func person(of token: Secret?, now: Timestamp) -> String? {
        guard let entry = token?.withText({ entries[$0] }), now < entry.expiresAt else { return nil }
        return entry.person
    }

    /// Takes every token back, as a change of the signing key does.
    package mutating func revokeAll() { entries = [:] }

    private func payload(_ person: SimulatedPerson, child: String?, expiresAt: Timestamp) -> [UInt8] {
        let claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
        return JSONWriter.object { object in
            switch dialect {
            case .spec:
                object.set("sub", person.id)
                object.set("email", person.email)
                object.set("role", person.role.rawValue)
            case .real:
                object.set(claims + "nameidentifier", person.id)
                object.set(claims + "emailaddress", person.email)
                object.set("http://schemas.microsoft.com/ws/2008/06/identity/claims/role", person.role.rawValue)
                object.set("FamilyId", SimulatedFamily.id)
                object.set("ChildId", child ?? "")
            }
            object.set("exp", expiresAt.seconds)
        }
    }
}
