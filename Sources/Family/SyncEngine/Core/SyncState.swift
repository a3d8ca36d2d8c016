/// What an engine is about, in one word.
package enum SyncState: String, Sendable, CaseIterable {
    /// Nothing was read yet.
    case starting
    /// The last scan was complete.
    case live
    /// The last scan failed; it is tried again.
    case retrying
    /// Somebody has to sign in.
    case signInRequired = "sign-in-required"
    case stopped
}
