import Runtime

/// Keeps a sign-in as long as the process lives.
package final class MemoryTokenStore: TokenStore {
    private let kept: Lock<SignedIn?>

    /// - Parameter signedIn: a sign-in that was made elsewhere; `nil` begins signed out.
    package init(_ signedIn: SignedIn? = nil) {
        kept = Lock(signedIn)
    }

    /// What was saved last; never throws.
    package func load() async throws(AllowanceError) -> SignedIn? { kept.withLock { $0 } }
    /// Replaces whatever was kept.
    package func save(_ signedIn: SignedIn) async throws(AllowanceError) { kept.withLock { $0 = signedIn } }
    /// Compares and replaces under one lock: of two renewals at once, one gets `false`.
    package func save(_ signedIn: SignedIn, insteadOf former: SignedIn?) async throws(AllowanceError) -> Bool {
        kept.withLock { kept in
            guard SignedIn.isSame(kept, former) else { return false }
            kept = signedIn
            return true
        }
    }
    /// Signed out from the next ``load()`` on.
    package func clear() async throws(AllowanceError) { kept.withLock { $0 = nil } }
}
