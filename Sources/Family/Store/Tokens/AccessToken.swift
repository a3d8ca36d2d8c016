import Cryptography
package import Values

/// What another program shows to be let in: what it is for, the number of its row, and 32 bytes that nobody can guess.
package struct AccessToken: Sendable {
    /// Where it is shown; its text says so, so that one is not pasted where another belongs.
    package enum Kind: String, Sendable, CaseIterable { case desktop, feed }

    package let kind: Kind
    /// Says which row to compare with, so that no search depends on the secret.
    package let number: Int64
    private let secret: [UInt8]

    private static let length = 32

    /// - Parameter secret: as ``freshSecret()`` has made it.
    init(_ kind: Kind, number: Int64, secret: [UInt8]) {
        self.kind = kind
        self.number = number
        self.secret = secret
    }

    static func freshSecret() -> [UInt8] { randomBytes(count: length) }

    /// - Returns: `nil` for what no token is.
    package init?(_ text: Secret) {
        let parts = text.withText { text -> (Kind, Int64, [UInt8])? in
            // Longer than any token: not worth a look.
            guard text.utf8.count <= 100, let kind = Kind.allCases.first(where: { text.hasPrefix($0.prefix) })
            else { return nil }
            let rest = text.dropFirst(kind.prefix.count).split(
                separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard rest.count == 2, let number = Int64(rest[0]), number > 0,
                let secret = Base64.url.decode(rest[1]), secret.count == Self.length
            else { return nil }
            return (kind, number, secret)
        }
        guard let parts else { return nil }
        (kind, number, secret) = parts
    }

    /// As it is printed once.
    package var text: Secret { Secret("\(kind.prefix)\(number)-\(Base64.url.encode(secret))") }

    /// What the store keeps of it.
    var digest: [UInt8] { SHA256.hash(secret) }

    /// By a comparison whose time says nothing about how much of a guess was right.
    func matches(_ digest: [UInt8]) -> Bool { ConstantTime.isEqual(self.digest, digest) }
}

extension AccessToken.Kind {
    fileprivate var prefix: String { "pocketbell-\(rawValue)-" }
}
