/// Connections that were negotiated and whose transport has not come. A value: time and tokens are given.
struct Negotiations {
    struct Entry: Equatable {
        var connectionID: String
        var user: String?
        var usesStatefulReconnect = false
        var expires: ContinuousClock.Instant
    }

    private var entries: [String: Entry] = [:]

    /// - Parameter limit: how many there may be.
    /// - Returns: `false` when there are too many.
    mutating func add(_ entry: Entry, token: String, limit: Int, now: ContinuousClock.Instant) -> Bool {
        if entries.count >= limit { entries = entries.filter { $0.value.expires > now } }
        guard entries.count < limit else { return false }
        entries[token] = entry
        return true
    }

    /// The entry, if it has not expired.
    func find(_ token: String, now: ContinuousClock.Instant) -> Entry? {
        entries[token].flatMap { $0.expires > now ? $0 : nil }
    }

    /// Takes the entry: a token connects once.
    mutating func take(_ token: String, now: ContinuousClock.Instant) -> Entry? {
        guard let entry = entries.removeValue(forKey: token), entry.expires > now else { return nil }
        return entry
    }

    var count: Int { entries.count }
}
