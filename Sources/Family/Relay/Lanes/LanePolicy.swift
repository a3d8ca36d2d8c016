/// How one target's lane behaves.
struct LanePolicy: Sendable, Equatable {
    /// Whether repeating a message there does no harm.
    var deduplicates: Bool
    /// For those where it does.
    var inDoubt: TargetConfiguration.DoubtPolicy
    /// Deliveries that may be marked in one commit. They are sent one after the other all the same; after a crash all
    /// that were marked are repeated, so it is 1 unless the target deduplicates.
    var window: Int
    /// Failed attempts after which a delivery no longer holds back those behind it.
    var patience = 4
    var backoff = Backoff()

    init(deduplicates: Bool, inDoubt: TargetConfiguration.DoubtPolicy = .repeat, window: Int = 64) {
        self.deduplicates = deduplicates
        self.inDoubt = inDoubt
        self.window = deduplicates ? window : 1
    }
}
