import Control
import Runtime
import Values

/// What the accounts' parts say of themselves while they run, for whoever asks.
package final class StatusBoard: Sendable {
    /// One account's connection.
    package struct Link: Sendable, Equatable {
        /// As `LiveStatus.Account` has it.
        package var state = "connecting"
        /// Why it is not live; for people.
        package var reason: String?
        var hub: String?
    }

    /// The part that no account's name can be.
    static let relay = "the relay"

    private struct State: Sendable {
        var links: [String: Link] = [:]
        var watchers: [Int: AsyncStream<(account: String, link: Link)>.Continuation] = [:]
        var nextWatcher = 0
        var refusedReload: String?
        var waiting: [String: String] = [:]
    }

    private let state = Lock(State())
    let startedAt: Timestamp

    init(startedAt: Timestamp) {
        self.startedAt = startedAt
    }

    /// Why the configuration of the last reload is not in force; `nil` if it is.
    var refusedReload: String? {
        get { state.withLock { $0.refusedReload } }
        set { state.withLock { $0.refusedReload = newValue } }
    }

    /// Why parts of the program have not started yet, in sentences.
    var waiting: [String] { state.withLock { Set($0.waiting.values).sorted() } }

    /// Notes why a part has not started; `nil` once it has. Returns whether that is new.
    func wait(of part: String, for reason: String?) -> Bool {
        state.withLock { state in
            defer { state.waiting[part] = reason }
            return state.waiting[part] != reason
        }
    }

    func set(_ link: Link, for account: String) {
        let watchers = state.withLock { state -> [AsyncStream<(account: String, link: Link)>.Continuation] in
            guard state.links[account] != link else { return [] }
            state.links[account] = link
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield((account, link)) }
    }

    /// Forgets all accounts but these.
    func keep(only accounts: [String]) {
        state.withLock { state in state.links = state.links.filter { accounts.contains($0.key) } }
    }

    func link(of account: String) -> Link { state.withLock { $0.links[account] } ?? Link() }

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
