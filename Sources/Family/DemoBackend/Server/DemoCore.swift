import Runtime
import SignalRServer
import Values

/// The simulated server's state behind a lock: HTTP handlers, the hub's authoriser and the family's life share it.
final class DemoCore: Sendable {
    let hub: Hub
    private let state: Lock<SimulatedServer>
    private let clock: WallClock

    static let familyGroup = "family"

    init(_ server: SimulatedServer, clock: WallClock, hub: Hub) {
        state = Lock(server)
        self.clock = clock
        self.hub = hub
    }

    private static func randomBytes() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// A new token of the first parent.
    func issueToken() -> Secret {
        let (now, bytes) = (clock.now, Self.randomBytes())
        return state.withLock { state in
            state.tokens.issue(for: state.family.people[0], child: nil, now: now, random: bytes).token
        }
    }

    func answer(_ request: DemoRequest) -> DemoAnswer {
        let bytes = Self.randomBytes()
        let now = clock.now
        let (answer, announcements) = state.withLock { $0.answer(request, now: now, random: bytes) }
        // As with the real server, the hub's message mostly arrives before the answer.
        announce(announcements)
        return answer
    }

    var hubPath: String { state.withLock { $0.dialect.hubPath } }

    func person(of token: Secret?) -> String? {
        let now = clock.now
        return state.withLock { $0.tokens.person(of: token, now: now) }
    }

    func read<Value: Sendable>(_ read: (SimulatedServer) -> Value) -> Value {
        state.withLock { read($0) }
    }

    /// Changes the books and tells the hub's clients.
    ///
    /// - Returns: The row, and whether anybody could be told.
    func change(
        _ change: (inout SimulatedServer, Timestamp) throws(SimulatedRefusal) -> (
            row: SimulatedTransaction, announcements: [Announcement]
        )
    ) throws(SimulatedRefusal) -> (row: SimulatedTransaction, isTold: Bool) {
        let now = clock.now
        let (row, announcements) = try state.withLock { state throws(SimulatedRefusal) in try change(&state, now) }
        announce(announcements)
        return (row, !announcements.isEmpty)
    }

    func revokeTokens() { state.withLock { $0.tokens.revokeAll() } }

    private func announce(_ announcements: [Announcement]) {
        for announcement in announcements {
            let recipients: HubRecipients =
                switch announcement.audience {
                case .family: .group(Self.familyGroup)
                case .person(let id): .user(id)
                }
            hub.send(announcement.target, announcement.arguments, to: recipients)
        }
    }
}
