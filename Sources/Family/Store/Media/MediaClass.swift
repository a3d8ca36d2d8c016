import SQLite

/// What a picture is kept for, which says how long.
package enum MediaClass: String, Sendable, DatabaseValue, CaseIterable {
    /// Of a person or a reward; small, and asked for again and again. Nothing keeps one yet: no server that is known of has any, and
    /// what stores of other versions hold is kept as it is.
    case avatar
    /// Of a chore that was done.
    case photo
    /// What an order has yet to send: nothing removes it but the order's end.
    case unsent
    /// What was sent, or given up: for a while, in case that somebody has to send it again.
    case sent

    /// How long one is kept, used or not; `nil` for ever.
    package var age: Duration? {
        switch self {
        case .avatar, .unsent: nil
        case .photo: .seconds(30 * 86_400)
        case .sent: .seconds(7 * 86_400)
        }
    }

    /// How many bytes of them are kept: those that were used last; `nil` for any number. What waits to be sent is bounded by the
    /// number of orders that are taken.
    package var room: Int? {
        switch self {
        case .avatar: 16 << 20
        case .photo: 64 << 20
        case .unsent, .sent: nil
        }
    }

    /// Whether it can be fetched again, so that a person may clear it away at any time.
    package var isFetched: Bool {
        switch self {
        case .avatar, .photo: true
        case .unsent, .sent: false
        }
    }
}

/// How much there is of a class.
package struct MediaUsage: Sendable, Equatable {
    /// Pictures; one file that two places need counts twice.
    package var count = 0
    /// Of all of them together.
    package var bytes = 0

    /// Nothing.
    package init() {}

    mutating func add(_ row: MediaRow) {
        count += 1
        bytes += row.size
    }
}
