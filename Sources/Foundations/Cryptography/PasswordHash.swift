import CCrypto
package import Values

/// What is kept of a password to know it again: scrypt of RFC 7914, with a salt of its own.
///
/// Whoever reads it has to try passwords one by one, each of which costs as much time and room as here.
package struct PasswordHash: Sendable, Equatable {
    /// What one try costs; written beside each hash, so that those made with other numbers stay good.
    package struct Cost: Sendable, Equatable {
        /// Of 2; of how much work and room. From 1 to 20.
        package let exponent: Int
        /// Of the blocks that are mixed. From 1 to 32.
        package let blockSize: Int
        /// How many times one after the other. From 1 to 16.
        package let rounds: Int

        /// 32 MiB, and a few tenths of a second on a small machine.
        package static let standard = Cost(exponent: 15, blockSize: 8, rounds: 3)

        /// - Returns: `nil` for numbers out of range.
        package init?(checking exponent: Int, blockSize: Int, rounds: Int) {
            guard 1...20 ~= exponent, 1...32 ~= blockSize, 1...16 ~= rounds else { return nil }
            self.init(exponent: exponent, blockSize: blockSize, rounds: rounds)
        }

        private init(exponent: Int, blockSize: Int, rounds: Int) {
            (self.exponent, self.blockSize, self.rounds) = (exponent, blockSize, rounds)
        }
    }

    private let cost: Cost
    private let salt: [UInt8]
    private let key: [UInt8]

    private static let name = "scrypt"
    private static let saltLength = 16
    private static let keyLength = 32

    /// Takes its time, so never on a thread that others wait for.
    package init(of password: Secret, cost: Cost = .standard) {
        self.init(password, cost, salt: randomBytes(count: Self.saltLength))
    }

    private init(_ password: Secret, _ cost: Cost, salt: [UInt8]) {
        (self.cost, self.salt) = (cost, salt)
        key = Self.derive(password, cost, salt)
    }

    /// Whether it is this password; takes as long as making one.
    package func isOf(_ password: Secret) -> Bool {
        ConstantTime.isEqual(key, Self.derive(password, cost, salt))
    }

    private static func derive(_ password: Secret, _ cost: Cost, _ salt: [UInt8]) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: keyLength)
        // What is mixed takes 128 bytes a block; the rest is the library's own.
        let room = UInt64(128 * cost.blockSize) * (UInt64(1) << cost.exponent + UInt64(cost.rounds) + 64)
        let bytes = password.withText { $0.utf8.map { CChar(bitPattern: $0) } }
        let result = unsafe EVP_PBE_scrypt(
            bytes, bytes.count, salt, salt.count, UInt64(1) << cost.exponent, UInt64(cost.blockSize),
            UInt64(cost.rounds), room, &key, key.count)
        precondition(result == 1, "libcrypto offers no scrypt, or there is no memory for it")
        return key
    }
}

extension PasswordHash: LosslessStringConvertible {
    /// `scrypt$15$8$3$SALT$KEY`, in base64 for addresses.
    package var description: String {
        let numbers = "\(cost.exponent)$\(cost.blockSize)$\(cost.rounds)"
        return "\(Self.name)$\(numbers)$\(Base64.url.encode(salt))$\(Base64.url.encode(key))"
    }

    /// - Returns: `nil` for what is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, parts[0] == Self.name, let exponent = Int(parts[1]), let block = Int(parts[2]),
            let rounds = Int(parts[3]), let cost = Cost(checking: exponent, blockSize: block, rounds: rounds),
            let salt = Base64.url.decode(parts[4]), !salt.isEmpty,
            let key = Base64.url.decode(parts[5]), key.count == Self.keyLength
        else { return nil }
        (self.cost, self.salt, self.key) = (cost, salt, key)
    }
}
