/// Decides when the log's pages are moved into the file: in a pause of the writing, so that no commit waits for it; at once only when
/// the log has become large.
///
/// Sizes are in pages of 4 KiB.
struct CheckpointSchedule: Sendable {
    /// What is to be done now.
    enum Step: Sendable, Equatable {
        case nothing
        /// Moves what no reader needs, and waits for nobody.
        case move
        /// Moves it, then gives the log's room back as soon as no reader needs it.
        case moveAndEmpty
    }

    /// What the log has to have gained for a checkpoint to be worth its syncs.
    static let worth: Int32 = 1_000
    /// With so much gained no pause is waited for: 8 MiB. Half of what `Store` holds back for full disks, so that a full log can still be
    /// emptied into the file; and the log's file keeps that much (`journal_size_limit`), since pages that are there sync sooner than new ones.
    static let limit: Int32 = 2_000
    /// From 64 MiB on, a reader has been in the way for long.
    static let excess: Int32 = 16_384
    /// With nothing to do for so long the writer is taken to rest. More than a commit's callers need to come back with the next one; less
    /// than there is between messages that come one by one.
    static let rest = Duration.milliseconds(3)

    /// The log's size after the last commit.
    private var size: Int32 = 0
    /// Its size at the last checkpoint. Unless a reader was in the way, the log begins anew after it.
    private var moved: Int32 = 0

    /// How long the writer waits for work until it says that it ``rested()``; `nil`: as long as it takes.
    var pause: Duration? { size - moved >= Self.worth ? Self.rest : nil }

    /// - Parameter size: of the log after it.
    mutating func committed(_ size: Int32) -> Step {
        if size < moved { moved = 0 }
        self.size = size
        return size - moved >= Self.limit ? move() : .nothing
    }

    /// Nothing came for as long as ``pause`` said.
    mutating func rested() -> Step { pause == nil ? .nothing : move() }

    /// The log was emptied for another reason.
    mutating func emptied() { (size, moved) = (0, 0) }

    private mutating func move() -> Step {
        moved = size
        return size >= Self.excess ? .moveAndEmpty : .move
    }
}
