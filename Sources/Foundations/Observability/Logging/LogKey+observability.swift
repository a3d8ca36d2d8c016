extension LogKey {
    /// Equal records that were not written since the last one.
    static let heldBack = LogKey("log.held_back")
    /// Records that were lost, because the place they go to was too slow.
    static let lost = LogKey("log.lost")
}
