import Sockets

/// How many wrong tokens came from where. A token cannot be guessed; this is so that whoever tries costs little and fills no log.
///
/// The right token is let in however many wrong ones came: else one program on a machine could lock out another.
struct WrongTokens: Sendable, Equatable {
    enum Answer: Sendable, Equatable {
        /// The first of a minute is worth a line in the log.
        case refused(isFirst: Bool)
        case tooMany
    }

    private struct Count: Equatable {
        var since: Duration
        var number: Int
    }

    /// In a minute from one place.
    static let most = 10
    /// Places that are remembered; then the oldest is forgotten.
    static let mostPlaces = 256
    static let period = Duration.seconds(60)

    private var counts: [String: Count] = [:]

    /// - Parameter now: running time.
    mutating func came(from peer: Peer, at now: Duration) -> Answer {
        let place = peer.origin
        if let count = counts[place], now - count.since < Self.period {
            counts[place]?.number += 1
            return count.number >= Self.most ? .tooMany : .refused(isFirst: false)
        }
        if counts.count >= Self.mostPlaces, let oldest = counts.min(by: { $0.value.since < $1.value.since }) {
            counts[oldest.key] = nil
        }
        counts[place] = Count(since: now, number: 1)
        return .refused(isFirst: true)
    }
}
