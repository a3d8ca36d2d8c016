import Cryptography
import Values

/// At most so many messages in any stretch of some length.
struct RateLimit: Sendable, Hashable {
    let count: Int
    let period: Duration

    init(_ count: Int, per period: Duration) { (self.count, self.period) = (count, period) }
}

/// What of a service's rate several targets may share: its address, its token. Nobody can read any of it here.
struct RateKey: Sendable, Hashable {
    private let digest: [UInt8]

    init(_ parts: Secret...) {
        let text = parts.map { $0.withText { $0 } }.joined(separator: "\n")
        digest = Array(SHA256.hash(Array(text.utf8)))
    }
}

/// How quickly a target may be sent messages.
struct TargetRate: Sendable, Hashable {
    let key: RateKey
    let limits: [RateLimit]

    init(_ key: RateKey, _ limits: RateLimit...) { (self.key, self.limits) = (key, limits) }
}
