import Cryptography
import Runtime
package import Store
package import Values

/// The family servers, as whoever signs in at the page needs them.
package struct PageServers: Sendable {
    /// What a server says of an address and a password.
    package enum Verdict: Sendable {
        case known(Login)
        case wrong
        /// It takes the password and lets nobody in by it, or says so of the login: locked, or of no family any more.
        case refused
        /// It does not say now, whoever asks: what it said before does not count.
        case busy(reason: String)
        /// It could not be asked.
        case silent(reason: String)
    }

    /// Whom a server knows.
    package struct Login: Sendable {
        package let user: String
        package let name: String
        /// The child of a child's login; `nil` of a parent's.
        package let child: ChildRow.ID?
        /// All that the login sees.
        package let children: [ChildRow.ID]

        package init(user: String, name: String, child: ChildRow.ID?, children: [ChildRow.ID]) {
            (self.user, self.name, self.child, self.children) = (user, name, child, children)
        }
    }

    /// Scheme, host and port of those where accounts are watched, each once.
    package let origins: @Sendable () async -> [String]
    package let ask: @Sendable (_ origin: String, _ email: String, _ password: Secret) async -> Verdict

    package init(
        origins: @escaping @Sendable () async -> [String],
        ask: @escaping @Sendable (_ origin: String, _ email: String, _ password: Secret) async -> Verdict
    ) {
        (self.origins, self.ask) = (origins, ask)
    }

    /// Where nobody signs in by a password.
    package static let none = PageServers(origins: { [] }, ask: { _, _, _ in .wrong })
}

/// Signs people in with their family server's account: the server says who they are, and what it said holds for a while where it cannot
/// be asked.
final class PasswordDesk: Sendable {
    /// What became of a try.
    enum Outcome: Sendable {
        /// What the browser keeps.
        case signedIn(String)
        case wrong
        case tooMany(wait: Duration)
        /// Nobody was asked: others are being looked at.
        case crowded
        /// The server knows the login, which does not see the children that are here.
        case stranger
        /// The server lets the login in no more.
        case refused
        /// The server does not say.
        ///
        /// - Parameter isKnown: whether it has said before what the password is, and this was another.
        case silent(reason: String, isKnown: Bool)
        /// The store takes nothing.
        case notKept(reason: String)
    }

    private let servers: PageServers
    private let store: Store
    private let sessions: PageSessions
    private let cost: PasswordHash.Cost
    private let wall: @Sendable () -> Timestamp
    private let now: @Sendable () -> ContinuousClock.Instant
    private let limits = Lock(SignInLimits())
    private let thread = HeavyWork("password", most: 8)

    /// - Parameter cost: of what is kept of a password.
    init(
        servers: PageServers, store: Store, sessions: PageSessions, cost: PasswordHash.Cost = .standard,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        wall: @escaping @Sendable () -> Timestamp
    ) {
        (self.servers, self.store, self.sessions) = (servers, store, sessions)
        (self.cost, self.now, self.wall) = (cost, now, wall)
    }

    /// Where there is more than one, a person has to choose.
    func origins() async -> [String] { await servers.origins() }

    /// - Parameter origin: one of ``origins()``.
    func signIn(
        _ email: String, _ password: Secret, at origin: String, _ visitor: PageVisitor
    ) async -> Outcome {
        let email = String(email.trimmed.lowercased().prefix(254))
        let keys = SignInLimits.Key.all(of: email, from: visitor.place)
        if let wait = limits.withLock({ $0.begin(keys, at: now()) }) { return .tooMany(wait: wait) }
        let outcome: Outcome
        do throws(StoreError) {
            outcome = try await result(email, password, origin, visitor)
        } catch {
            outcome = .notKept(reason: error.description)
        }
        switch outcome {
        case .signedIn: limits.withLock { $0.succeeded(email, from: visitor.place) }
        case .silent(_, isKnown: false), .notKept, .crowded: limits.withLock { $0.takeBack(keys) }
        case .wrong, .stranger, .refused, .tooMany, .silent(_, isKnown: true): break
        }
        return outcome
    }

    private func result(
        _ email: String, _ password: Secret, _ origin: String, _ visitor: PageVisitor
    ) async throws(StoreError) -> Outcome {
        let (server, known, children) = try await store.read("page.person") { snapshot in
            let server = try snapshot.server(origin: origin)
            return (
                server, try server.flatMap { try snapshot.pagePerson(email, on: $0) },
                try snapshot.children().filter { !$0.isGone }
            )
        }
        guard let server else { return .stranger }
        // As much work for an address that is not known: the time does not tell. First, so that nothing is learnt where there is no room.
        guard let isRight = await isRight(password, for: known) else { return .crowded }
        if known == nil, let wait = limits.withLock({ $0.strangerAsks(from: visitor.place, at: now()) }) {
            return .tooMany(wait: wait)
        }
        let verdict = await servers.ask(origin, email, password)
        switch verdict {
        case .known(let login):
            // Whoever has chosen another password wants those out who came in by the former one; and who sees others' children now is
            // another for this house.
            let isOfHouse = login.isOfHouse(children, server)
            if !isRight || !isOfHouse { try await forget(known) }
            return isOfHouse ? try await keep(login, email, password, server, visitor) : .stranger
        case .wrong, .refused:
            // Only who knows what was right before learns by this that it is no more.
            if isRight { try await forget(known) }
            if case .wrong = verdict { return .wrong }
            return .refused
        case .busy(let reason): return .silent(reason: reason, isKnown: false)
        case .silent(let reason):
            guard let known, known.isFresh(at: wall()) else { return .silent(reason: reason, isKnown: false) }
            guard isRight else { return .silent(reason: reason, isKnown: true) }
            return .signedIn(try await sessions.signIn(.known(known), visitor))
        }
    }

    private func forget(_ person: PagePersonRow?) async throws(StoreError) {
        guard let person else { return }
        try await store.write("page.forget") { try $0.forgetPagePerson(person.id) }
    }

    private func keep(
        _ login: PageServers.Login, _ email: String, _ password: Secret, _ server: ServerRow.ID, _ visitor: PageVisitor
    ) async throws(StoreError) -> Outcome {
        guard let hash = await thread.run({ [cost] in PasswordHash(of: password, cost: cost).description }) else {
            return .tooMany(wait: SignInLimits.firstPause)
        }
        let person = NewPagePerson(
            server: server, email: email, user: login.user, name: login.name, child: login.child,
            children: login.children, password: hash)
        return .signedIn(try await sessions.signIn(.said(person), visitor))
    }

    /// - Returns: `nil` where too many wait to be looked at.
    private func isRight(_ password: Secret, for person: PagePersonRow?) async -> Bool? {
        let kept = person.flatMap { PasswordHash($0.password) }
        return await thread.run { [cost] in
            guard let kept else {
                _ = PasswordHash(of: password, cost: cost)
                return false
            }
            return kept.isOf(password)
        }
    }
}

extension PageServers.Login {
    /// Whether what it may see is what is here: of a child its own row, of a parent every child.
    fileprivate func isOfHouse(_ present: [ChildRow], _ server: ServerRow.ID) -> Bool {
        if let child { return present.contains { $0.id == child && $0.server == server } }
        let seen = Set(children)
        // Where nobody is known yet, nobody can be of the family: then there is `pocketbell open`.
        return !present.isEmpty && present.allSatisfy { $0.server == server && seen.contains($0.id) }
    }
}
