import Values

/// How many wrong passwords came from where, and for whom. Some are free; each one after those has to wait, longer each time.
///
/// A try counts as wrong when it begins, so that many at once are not more than one after the other.
struct SignInLimits: Sendable {
    /// What is counted.
    struct Key: Hashable, Sendable {
        let text: String
        /// Wrong ones that cost nothing.
        let free: Int

        /// From one place for one person few; from one place for anybody, and for one person from anywhere, some: a child that guesses
        /// keeps nobody else out.
        static func all(of email: String, from place: String?) -> [Key] {
            guard let place else { return [Key(text: "for \(email)", free: few)] }
            return [
                Key(text: "\(place) for \(email)", free: few), Key(text: place, free: some),
                Key(text: "for \(email)", free: some),
            ]
        }
    }

    static let few = 5
    static let some = 20
    /// After the first that is not free; twice as long each time.
    static let firstPause = Duration.seconds(30)
    static let longestPause = Duration.seconds(900)
    /// After so long without a try all is forgotten.
    static let memory = Duration.seconds(3_600)
    /// Places and persons that are remembered; those with the fewest tries are forgotten first, so that nobody is pushed out by new ones.
    static let most = 4_096

    /// Persons who were never signed in, of whom the server is asked in a minute, from one place and from all: whoever tries one address after
    /// the other must not make it shut out this house, nor keep others from signing in for the first time.
    static let strangers = (ofPlace: 15, ofAll: 120)
    static let strangerTime = Duration.seconds(60)

    private struct Count {
        var tries: Int
        var last: ContinuousClock.Instant

        /// When the next try may be made.
        func next(_ free: Int) -> ContinuousClock.Instant {
            guard tries >= free else { return last }
            return last + min(SignInLimits.firstPause * (1 << min(tries - free, 5)), SignInLimits.longestPause)
        }
    }

    private var counts: [Key: Count] = [:]
    /// When the server was asked of strangers and from where, the latest last.
    private var asked: [(place: String?, at: ContinuousClock.Instant)] = []

    /// - Returns: how long to wait; `nil` where the try may be made, which is counted.
    mutating func begin(_ keys: [Key], at now: ContinuousClock.Instant) -> Duration? {
        counts = counts.filter { now - $0.value.last < Self.memory }
        let wait = keys.compactMap { key in counts[key]?.next(key.free) }.max().map { $0 - now } ?? .zero
        guard wait <= .zero else { return wait }
        for key in keys { counts[key] = Count(tries: (counts[key]?.tries ?? 0) + 1, last: now) }
        while counts.count > Self.most {
            let least = counts.min { ($0.value.tries, $0.value.last) < ($1.value.tries, $1.value.last) }
            if let least { counts[least.key] = nil }
        }
        return nil
    }

    /// - Returns: how long to wait; `nil` where the server may be asked, which is counted.
    mutating func strangerAsks(from place: String?, at now: ContinuousClock.Instant) -> Duration? {
        asked.removeAll { now - $0.at >= Self.strangerTime }
        let same = asked.filter { $0.place == place }
        let first =
            asked.count >= Self.strangers.ofAll
            ? asked.first : same.count >= Self.strangers.ofPlace ? same.first : nil
        if let first { return Self.strangerTime - (now - first.at) }
        asked.append((place, now))
        return nil
    }

    /// Nobody has said whether it was wrong: this try is none.
    mutating func takeBack(_ keys: [Key]) {
        for key in keys { counts[key]?.tries -= 1 }
    }

    /// The password was right: nothing is held against the person; of the place this try alone is forgotten.
    mutating func succeeded(_ email: String, from place: String?) {
        for key in Key.all(of: email, from: place) {
            if key.text == place { counts[key]?.tries -= 1 } else { counts[key] = nil }
        }
    }
}
