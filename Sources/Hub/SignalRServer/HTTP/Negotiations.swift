import SignalRProtocol

/// Connections that were negotiated and whose transport has not come. A value: time and tokens are given.
struct Negotiations {
    struct Entry: Equatable {
        var connectionID: String
        var user: String?
        var expires: ContinuousClock.Instant
    }

    let limit: Int
    private var entries: [String: Entry] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// - Returns: `false` when there are too many.
    mutating func add(_ entry: Entry, token: String, now: ContinuousClock.Instant) -> Bool {
        if entries.count >= limit { entries = entries.filter { $0.value.expires > now } }
        guard entries.count < limit else { return false }
        entries[token] = entry
        return true
    }

    /// Takes the entry: a token connects once.
    mutating func take(_ token: String, now: ContinuousClock.Instant) -> Entry? {
        guard let entry = entries.removeValue(forKey: token), entry.expires > now else { return nil }
        return entry
    }

    var count: Int { entries.count }
}
