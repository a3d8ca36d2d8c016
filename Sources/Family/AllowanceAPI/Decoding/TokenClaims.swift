import JSON
package import Values

/// What a token says about itself: a JSON Web Token's payload, which is read, never verified. The server does that.
package struct TokenClaims: Sendable, Equatable {
    /// When the server stops taking the token, by the server's clock. It decides, not `expiresAt` of the sign-in's answer.
    package let expiresAt: Timestamp?
    /// `sub`, or .NET's long claim for it.
    package let user: User.ID?
    /// `role`, or .NET's long claim for it; `nil` where the token has neither.
    package let role: Role?
    /// The child of a child's login; `nil` for parents.
    package let child: Child.ID?
    /// `nil` for an account that belongs to no family.
    package let family: Family.ID?

    /// - Returns: `nil` for a token that is no JSON Web Token; it may be good all the same.
    package init?(_ token: Secret) {
        let payload = token.withText { text -> [UInt8]? in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 3 ? Base64.url.decode(parts[1]) : nil
        }
        guard let payload, let root = try? JSONValue(parsing: payload), case .object = root else { return nil }
        let node = JSONNode(root)
        let claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
        expiresAt = Self.seconds(root["exp"]).map { Timestamp(seconds: $0) }
        user = Self.id(node, claims + "nameidentifier", "sub")
        child = Self.id(node, "ChildId")
        family = Self.id(node, "FamilyId")
        let role = try? node.optional("http://schemas.microsoft.com/ws/2008/06/identity/claims/role", "role")?.string()
        self.role = role.map { Role($0) }
    }

    /// Whole seconds of the years 1970 to 9999; some makers of tokens write a fraction.
    private static func seconds(_ value: JSONValue?) -> Int64? {
        guard case .number(let number)? = value, let decimal = number.decimal else { return nil }
        let power = (0..<decimal.scale).reduce(Int128(1)) { power, _ in power * 10 }
        let whole = decimal.coefficient / power
        return (0..<253_402_300_800).contains(whole) ? Int64(whole) : nil
    }

    /// `nil` also for the empty text that parents have as their child's id.
    private static func id<Subject>(_ node: JSONNode, _ names: String...) -> Identifier<Subject>? {
        for name in names {
            if let text = try? node.optional(name)?.string(), let id = Identifier<Subject>(rawValue: text) {
                return id
            }
        }
        return nil
    }
}
