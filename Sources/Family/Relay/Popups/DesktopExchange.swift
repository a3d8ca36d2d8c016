import Runtime

/// Where the lanes of `desktops` targets and the agents that are connected meet: carries out what `PopupDesk` decides.
package final class DesktopExchange: Sendable {
    /// What an agent is told.
    package enum Message: Sendable, Equatable {
        case popup(Popup)
        /// Somebody has seen these alerts, there or elsewhere: their popups can go.
        case seen([String])
    }

    /// One connection of an agent, as long as its messages are read.
    package struct Session: Sendable {
        /// By which the agent's answers name it.
        package let number: UInt64
        /// Ends when the connection is of no use any more.
        package let messages: AsyncStream<Message>
    }

    /// How an agent answers a popup.
    package enum Answer: Sendable { case shown, notShown }

    /// How many agents are there for a target, for `status`.
    package struct Presence: Sendable, Equatable {
        package let target: String
        package let token: Int64
    }

    private struct Member {
        let presence: Presence
        let mayApprove: Bool
        let messages: AsyncStream<Message>.Continuation
    }

    private struct State {
        var desk = PopupDesk()
        var members: [UInt64: Member] = [:]
        var lastNumber: UInt64 = 0
        var popups: [String: (popup: Popup, outcome: Promise<PopupDesk.Outcome, Never>)] = [:]
        var watchers: [AsyncStream<Void>.Continuation] = []
    }

    /// Connections of one token: a session that hangs beside one that has taken its place, and one more desk.
    package static let mostForToken = 4
    /// All connections.
    package static let most = 64
    /// Messages that an agent has not taken; then it takes none.
    private static let mostUnread = 32

    private let limit: Duration
    private let state = Lock(State())

    /// - Parameter limit: how long an agent may take to say that it has shown a popup.
    package init(limit: Duration = .seconds(20)) { self.limit = limit }

    // MARK: The agents' side

    /// - Parameter mayApprove: whether its popups have the button by which a chore is approved.
    /// - Returns: `nil` where there are too many.
    package func connect(for target: String, token: Int64, mayApprove: Bool = false) -> Session? {
        let session = state.withLock { state -> Session? in
            let same = state.members.values.count { $0.presence.token == token }
            guard state.members.count < Self.most, same < Self.mostForToken else { return nil }
            state.lastNumber += 1
            let number = state.lastNumber
            let (stream, continuation) = AsyncStream.makeStream(
                of: Message.self, bufferingPolicy: .bufferingOldest(Self.mostUnread))
            state.members[number] = Member(
                presence: Presence(target: target, token: token), mayApprove: mayApprove, messages: continuation)
            state.desk.came(PopupDesk.Agent(number: number), for: target)
            return Session(number: number, messages: stream)
        }
        if session != nil { ringWatchers() }
        return session
    }

    /// Its connection is over.
    package func leave(_ session: UInt64) {
        act { $0.left(PopupDesk.Agent(number: session)) }
        let member = state.withLock { $0.members.removeValue(forKey: session) }
        member?.messages.finish()
        if member != nil { ringWatchers() }
    }

    /// - Parameter token: whose it says it is; another token's sessions do not count.
    /// - Returns: Whether there is such a session.
    package func answer(_ answer: Answer, to delivery: String, session: UInt64, token: Int64) -> Bool {
        guard state.withLock({ $0.members[session]?.presence.token }) == token else { return false }
        act { desk in
            desk.answered(
                answer == .shown ? .shown : .notShown, to: delivery, by: PopupDesk.Agent(number: session))
        }
        return true
    }

    /// The token was taken back: its connections end now.
    package func expel(token: Int64) {
        let sessions = state.withLock { state in state.members.filter { $0.value.presence.token == token }.map(\.key) }
        for session in sessions { leave(session) }
    }

    /// Somebody has seen these, or nobody needs to: whoever has them on a screen of the target may take them away.
    package func wasSeen(_ alerts: [String], at target: String) {
        let members = state.withLock { state in state.members.filter { $0.value.presence.target == target } }
        for (number, member) in members { send(.seen(alerts), to: member, number) }
    }

    /// Who is there.
    package var presences: [Presence] { state.withLock { $0.members.sorted { $0.key < $1.key }.map(\.value.presence) } }

    // MARK: The lanes' side

    func isAnybodyThere(for target: String) -> Bool { state.withLock { $0.desk.isAnybodyThere(for: target) } }

    /// What became of a click: whoever may click is told. They answer as to any popup, and nobody waits for that.
    func tell(_ popup: Popup, at target: String) {
        let members = state.withLock { state in
            state.members.filter { $0.value.presence.target == target && $0.value.mayApprove }
        }
        for (number, member) in members { send(.popup(popup), to: member, number) }
    }

    /// Returns when somebody has shown it, or when it is known that nobody will say so.
    func present(_ popup: Popup, for target: String) async -> PopupDesk.Outcome {
        let outcome = Promise<PopupDesk.Outcome, Never>()
        state.withLock { $0.popups[popup.delivery] = (popup, outcome) }
        act { $0.offer(popup.delivery, to: target) }
        let end = await race(limit: limit) { await outcome.outcomeUnlessCancelled() }
        if case .value(.success(let value)?) = end { return value }
        act { $0.limitPassed(popup.delivery) }
        return .lost
    }

    /// A sign for each agent that comes or goes; subscribe before the first look.
    package func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append(continuation) }
        return stream
    }

    // MARK: Carrying out

    private func ringWatchers() {
        for watcher in state.withLock({ $0.watchers }) { watcher.yield() }
    }

    private func act(_ decide: (inout PopupDesk) -> [PopupDesk.Action]) {
        for action in state.withLock({ decide(&$0.desk) }) {
            switch action {
            case .show(let delivery, let agent):
                let (popup, member) = state.withLock { ($0.popups[delivery]?.popup, $0.members[agent.number]) }
                if let popup, let member {
                    send(.popup(member.mayApprove ? popup : popup.withoutApproval), to: member, agent.number)
                }
            case .settle(let delivery, let outcome):
                state.withLock { $0.popups.removeValue(forKey: delivery) }?.outcome.keep(.success(outcome))
            case .dismiss(let agent): leave(agent.number)
            }
        }
    }

    /// Who reads nothing has what is sent to it dropped, and then its connection.
    private func send(_ message: Message, to member: Member, _ number: UInt64) {
        if case .enqueued = member.messages.yield(message) { return }
        leave(number)
    }
}
