import Runtime

/// Keeps a sign-in as long as the process lives.
package final class MemoryTokenStore: TokenStore {
    private let kept: Lock<SignedIn?>

    package init(_ signedIn: SignedIn? = nil) {
        kept = Lock(signedIn)
    }

    package func load() async throws(AllowanceError) -> SignedIn? { kept.withLock { $0 } }
    package func save(_ signedIn: SignedIn) async throws(AllowanceError) { kept.withLock { $0 = signedIn } }
    package func save(_ signedIn: SignedIn, insteadOf former: SignedIn?) async throws(AllowanceError) -> Bool {
        kept.withLock { kept in
            guard SignedIn.isSame(kept, former) else { return false }
            kept = signedIn
            return true
        }
    }
    package func clear() async throws(AllowanceError) { kept.withLock { $0 = nil } }
}
