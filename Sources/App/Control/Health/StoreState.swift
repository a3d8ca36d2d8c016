package import Store

/// How the store is.
package enum StoreState: String, Sendable, CaseIterable {
    /// It takes everything.
    case ok
    /// It takes everything, and there is little room left.
    case low
    /// It takes nothing new for want of room.
    case full
    /// It cannot be written, or its own checks fail.
    case damaged
    /// A newer program wrote it.
    case foreignNewer = "foreign-newer"

    /// - Parameters:
    ///   - refusal: why the last change was refused; `nil` if none was.
    ///   - room: how much room its disk has.
    package init(refusal: StoreError.Kind?, room: RoomReading.Level) {
        switch refusal {
        case .full: self = .full
        case .corrupted, .inputOutput, .readOnly, .unusable, .unexpected: self = .damaged
        case .newerVersion: self = .foreignNewer
        // Of one call, and over with it.
        case .inUse, .taken, .overloaded, .closed, .cancelled, .unreadable, nil:
            self =
                switch room {
                case .ok: .ok
                case .low: .low
                case .full: .full
                }
        }
    }

    /// What a person is told where nothing can be done in it; `nil` where everything can.
    var fault: String? {
        switch self {
        case .ok, .low: nil
        case .full: "there is no room for the store"
        case .damaged: "the store cannot be used"
        case .foreignNewer: "a newer program wrote the store"
        }
    }
}
