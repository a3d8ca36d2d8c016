package import Store

/// Decides which lists of records are read when: each by itself, so that one that fails holds no other up.
///
/// Times are counted from the keeper's start.
package struct RecordPlan: Sendable {
    /// One list: a kind's, of one owner.
    package struct Key: Hashable, Sendable {
        package let kind: RecordRow.Kind
        /// The child or the chore whose list it is; empty for the login's own.
        package let owner: String

        /// - Parameter owner: empty for the login's own list.
        package init(_ kind: RecordRow.Kind, of owner: String = "") {
            self.kind = kind
            self.owner = owner
        }
    }

    /// What a reading came to.
    package enum Outcome: Sendable, Equatable {
        case read
        /// The server has no such list.
        case absent
        /// The list is not this login's to read, or its owner is gone.
        case refused
        /// It may be answered soon.
        ///
        /// - Parameter retryAfter: what the server itself asked for.
        case failed(retryAfter: Duration?)
    }

    /// Where one list stands.
    private enum Phase: Sendable {
        case due(at: Duration)
        /// - Parameter next: when it is to be read once more, if that was asked for meanwhile.
        case beingRead(next: Duration?)
    }

    private struct Entry: Sendable {
        var phase: Phase
        /// When its last reading began.
        var begunAt: Duration?
        /// Failures since the last answer; a list that is not there to be read counts as one that failed.
        var retry: RetrySchedule
        /// The last try had no answer.
        var isUnanswered = false

        var dueAt: Duration? { if case .due(let at) = phase { at } else { nil } }
    }

    /// How many are read at the same time.
    package static let limit = 2
    /// A list that there is none of is looked for again after an upgrade of the server, sooner or later.
    package static let absence = Duration.seconds(24 * 3_600)
    package static let refusal = Duration.seconds(3_600)
    /// From one reading of a list to the next, however much hints at changes.
    package static let spacing = Duration.seconds(15)

    private let timings: SyncTimings
    private var entries: [Key: Entry] = [:]
    /// What rules ask about, and how often it is read therefore.
    private var hurried: Set<RecordRow.Kind> = []
    private var hurry: Duration = .zero
    /// Before it nothing is asked: the server's own wish.
    private var serverFloor: Duration = .zero

    /// Of no list yet.
    package init(timings: SyncTimings = SyncTimings()) { self.timings = timings }

    // MARK: What there is to read

    /// What lists there are; one that was not there is read at once, one that is no longer there never again.
    ///
    /// - Parameter ages: how long ago an earlier run has read them.
    package mutating func setLists(_ keys: Set<Key>, ages: [Key: Duration] = [:], at now: Duration) {
        entries = entries.filter { keys.contains($0.key) }
        for key in keys where entries[key] == nil {
            // Behind a clock that was set back, as if it had just been read.
            let wait = ages[key].map { max(.zero, fresh(key.kind) - max($0, .zero)) } ?? .zero
            entries[key] = Entry(
                phase: .due(at: now + wait), retry: RetrySchedule(base: timings.retryBase, cap: timings.retryCap))
        }
    }

    /// Lists of these kinds are read so often from now on, though others ask for less: rules tell of what they show.
    package mutating func setHurry(_ kinds: Set<RecordRow.Kind>, every interval: Duration, at now: Duration) {
        let new = kinds.subtracting(hurried)
        (hurried, hurry) = (kinds, max(interval, Self.spacing))
        for (key, entry) in entries where new.contains(key.kind) && entry.retry.failures == 0 {
            want(key, at: max(now, (entry.begunAt ?? now) + hurry))
        }
    }

    private func fresh(_ kind: RecordRow.Kind) -> Duration {
        let own = kind.declaration.fresh
        return hurried.contains(kind) ? min(own, hurry) : own
    }

    /// Somebody else is signed in: every list is another, also those that are being read.
    package mutating func startOver(at now: Duration) {
        for key in entries.keys {
            entries[key]?.retry.succeeded()
            want(key, at: now)
        }
    }

    /// Somebody looks at lists of these kinds, or something has hinted at a change.
    package mutating func ask(for kinds: Set<RecordRow.Kind>, at now: Duration) {
        ask(for: entries.keys.filter { kinds.contains($0.kind) }, at: now)
    }

    /// They are read soon, none more often than every ``spacing``. One that has just failed, or is not there to be read, keeps its
    /// time.
    package mutating func ask(for keys: [Key], at now: Duration) {
        for key in keys {
            guard let entry = entries[key], entry.retry.failures == 0 else { continue }
            want(key, at: max(now, entry.begunAt.map { $0 + Self.spacing } ?? now))
        }
    }

    /// A person wants all of them read anew, whatever became of them before. Returns whether that can be: a server's own wish to be
    /// left alone counts more.
    package mutating func order(at now: Duration) -> Bool {
        guard now >= serverFloor else { return false }
        for key in entries.keys { want(key, at: now) }
        return true
    }

    /// What had no answer may be answered now, since the network is back or the server is. Its own wish is kept.
    package mutating func tryAgain(at now: Duration) {
        for (key, entry) in entries where entry.isUnanswered {
            entries[key]?.retry.succeeded()
            want(key, at: now)
        }
    }

    private mutating func want(_ key: Key, at moment: Duration) {
        switch entries[key]?.phase {
        case .due(let at): entries[key]?.phase = .due(at: min(at, moment))
        case .beingRead(let next): entries[key]?.phase = .beingRead(next: min(next ?? moment, moment))
        case nil: break
        }
    }

    // MARK: Reading

    /// The lists to read now; each is answered by ``ended(_:_:at:random:)``.
    package mutating func next(at now: Duration) -> [Key] {
        guard now >= serverFloor else { return [] }
        let due = entries.compactMap { key, entry in entry.dueAt.map { (key: key, at: $0) } }
            .filter { $0.at <= now }
            .sorted { ($0.at, $0.key.text) < ($1.at, $1.key.text) }
        let chosen = due.prefix(room).map(\.key)
        for key in chosen {
            entries[key]?.phase = .beingRead(next: nil)
            entries[key]?.begunAt = now
        }
        return chosen
    }

    /// When ``next(at:)`` has something to say, if nothing happens before; `nil` while as many are read as may be.
    package var nextDue: Duration? {
        guard room > 0 else { return nil }
        return entries.values.compactMap(\.dueAt).min().map { max($0, serverFloor) }
    }

    /// How many lists there are.
    package var count: Int { entries.count }

    /// How many are being read, or could be now.
    package func openCount(at now: Duration) -> Int {
        entries.values.count { $0.dueAt.map { $0 <= now && now >= serverFloor } ?? true }
    }

    private var room: Int { max(0, Self.limit - entries.values.count { $0.dueAt == nil }) }

    /// - Parameter random: 0 up to but not including 1.
    package mutating func ended(_ key: Key, _ outcome: Outcome, at now: Duration, random: Double) {
        guard var entry = entries[key], case .beingRead(let next) = entry.phase else { return }
        entry.isUnanswered = if case .failed = outcome { true } else { false }
        switch outcome {
        case .read:
            entry.retry.succeeded()
            entry.phase = .due(at: next ?? now + fresh(key.kind))
        case .absent:
            _ = entry.retry.failed(random: random)
            entry.phase = .due(at: next ?? now + Self.absence)
        case .refused:
            _ = entry.retry.failed(random: random)
            entry.phase = .due(at: next ?? now + Self.refusal)
        case .failed(let retryAfter):
            entry.phase = .due(at: now + entry.retry.failed(random: random))
            let wish = min(max(retryAfter ?? .zero, .zero), timings.retryAfterCap)
            serverFloor = max(serverFloor, now + wish)
        }
        entries[key] = entry
    }
}

extension RecordPlan.Key {
    /// For logs, and so that lists that are due together are read in one order.
    package var text: String { owner.isEmpty ? kind.rawValue : "\(kind.rawValue) of \(owner)" }
}
