package import Control
import Runtime
package import Values

/// What the accounts' parts say of themselves while they run, for whoever asks.
package final class StatusBoard: Sendable {
    /// One account's connection.
    package struct Link: Sendable, Equatable {
        /// Of the connection; nobody knows here whether a scan has met something worse.
        package var state = LiveStatus.Account.State.connecting
        /// Why it is not live; for people.
        package var reason: String?
        /// What a person can do about it; `nil` where that is nothing.
        package var nextStep: String?
        var hub: String?
        /// When it is tried again; `nil` where nothing waits.
        package var nextTryAt: Timestamp?
        /// Whether nothing answers at the server at all.
        package var isServerAway = false
    }

    /// The part that no account's name can be.
    static let relay = "the relay"
    private let changed: @Sendable () -> Void
    /// For the moment of what is noted.
    private let now: @Sendable () -> Timestamp

    private struct State: Sendable {
        var links: [String: Link] = [:]
        /// Since when each connection that is not up has not been.
        var lostSince: [String: Timestamp] = [:]
        var watchers: [Int: AsyncStream<(account: String, link: Link)>.Continuation] = [:]
        var nextWatcher = 0
        var refusedReload: LiveStatus.Refusal?
        var refusedMetrics: LiveStatus.Refusal?
        var waiting: [String: LiveStatus.WaitingPart] = [:]
    }

    private let state = Lock(State())
    let startedAt: Timestamp

    /// - Parameters:
    ///   - now: wall time.
    ///   - changed: called after each change of a connection; returns at once.
    init(
        startedAt: Timestamp, now: @escaping @Sendable () -> Timestamp = { WallClock.system.now },
        changed: @escaping @Sendable () -> Void = {}
    ) {
        self.changed = changed
        self.startedAt = startedAt
        self.now = now
    }

    /// Why the configuration of the last reload is not in force; `nil` if it is.
    var refusedReload: LiveStatus.Refusal? { state.withLock { $0.refusedReload } }

    /// Notes why the configuration of a reload is not in force; `nil` if it is.
    func reloadRefused(since reason: String?) {
        let moment = now()
        state.withLock { $0.refusedReload = reason.map { LiveStatus.Refusal($0, since: moment) } }
    }

    /// Why metrics are not served although they should be.
    var refusedMetrics: LiveStatus.Refusal? { state.withLock { $0.refusedMetrics } }

    /// Notes why metrics are not served; `nil` once they are, or need not be. Returns whether that is new.
    func metricsRefused(because reason: String?) -> Bool {
        let moment = now()
        return state.withLock { state in
            let former = state.refusedMetrics
            state.refusedMetrics = reason.map { LiveStatus.Refusal($0, since: former?.since ?? moment) }
            return former?.reason != reason
        }
    }

    /// Parts of the program that have not started yet because of the store, by name.
    var waiting: [LiveStatus.WaitingPart] { state.withLock { $0.waiting.values.sorted { $0.name < $1.name } } }

    /// Notes why a part has not started; `nil` once it has. Returns whether that is new.
    func wait(of part: String, for reason: String?) -> Bool {
        let moment = now()
        return state.withLock { state in
            let former = state.waiting[part]
            state.waiting[part] = reason.map {
                LiveStatus.WaitingPart(part, reason: $0, since: former?.since ?? moment)
            }
            return former?.reason != reason
        }
    }

    func set(_ link: Link, for account: String) {
        let moment = now()
        let watchers = state.withLock { state -> [AsyncStream<(account: String, link: Link)>.Continuation] in
            guard state.links[account] != link else { return [] }
            state.lostSince[account] = link.state == .live ? nil : state.lostSince[account] ?? moment
            state.links[account] = link
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield((account, link)) }
        changed()
    }

    /// Forgets all accounts but these; that one is gone is a change as well, and its connection had perhaps stopped long before.
    func keep(only accounts: [String]) {
        let (gone, watchers) = state.withLock { state in
            let gone = state.links.keys.filter { !accounts.contains($0) }
            state.links = state.links.filter { accounts.contains($0.key) }
            state.lostSince = state.lostSince.filter { accounts.contains($0.key) }
            return (gone, Array(state.watchers.values))
        }
        for watcher in watchers { for account in gone { watcher.yield((account, Link(state: .stopped))) } }
    }

    func link(of account: String) -> Link { state.withLock { $0.links[account] } ?? Link() }

    /// Since when the account's connection has been down; `nil` while it is up. One that nobody has spoken of has been since the
    /// program's start.
    func lostSince(_ account: String) -> Timestamp? {
        state.withLock { $0.links[account] == nil ? startedAt : $0.lostSince[account] }
    }

    /// Each change from now on; of more than 256 unread ones the newest stay.
    package func changes() -> AsyncStream<(account: String, link: Link)> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: (account: String, link: Link).self, bufferingPolicy: .bufferingNewest(256))
        let number = state.withLock { state in
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = continuation
            return state.nextWatcher
        }
        continuation.onTermination = { [self] _ in state.withLock { $0.watchers[number] = nil } }
        return stream
    }
}
