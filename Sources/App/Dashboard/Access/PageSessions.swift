import Cryptography
import Runtime
package import Store
package import Values

/// Who is signed in to the page: links that open it once, and what browsers keep afterwards.
///
/// Browsers are rows of the store, by the sums of what they show: they stay signed in when the program starts anew. Links live a minute,
/// in memory; so does a browser that opens one while the disk has no room: then there is most reason to look.
package final class PageSessions: Sendable {
    let store: Store
    private let book = Lock(SessionBook())
    /// Sums of what browsers have shown that were signed in, the last one last.
    private let recent = Lock([[UInt8]]())
    private static let recentMost = 64
    private let now: @Sendable () -> ContinuousClock.Instant
    private let wall: @Sendable () -> Timestamp

    /// That somebody looks is written down so often.
    private static let touching = Duration.seconds(3_600)

    /// - Parameters:
    ///   - now: a clock that nobody sets, for what lives in memory.
    ///   - wall: the clock of what is written down.
    package init(
        store: Store, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        wall: @escaping @Sendable () -> Timestamp = { WallClock.system.now }
    ) {
        (self.store, self.now, self.wall) = (store, now, wall)
    }

    /// A word that signs one browser in, within a minute.
    package func issueLink() -> Secret {
        let token = SessionBook.freshToken()
        book.withLock { $0.add(link: token, at: now()) }
        return Secret(token)
    }

    /// - Returns: what the browser keeps; `nil` for a link that is used up, too old or none.
    func open(link: String, by visitor: PageVisitor) async -> String? {
        guard book.withLock({ $0.use(link: link, at: now()) }) else { return nil }
        do {
            return try await signIn(nil, visitor)
        } catch {
            let token = SessionBook.freshToken()
            book.withLock { $0.add(session: token, by: visitor.user, at: now()) }
            return token
        }
    }

    /// Somebody whose password was right.
    ///
    /// - Returns: what the browser keeps.
    func signIn(_ person: Person?, _ visitor: PageVisitor) async throws(StoreError) -> String {
        let (token, wall) = (SessionBook.freshToken(), wall())
        var browser = NewBrowser(digest: SessionBook.digest(token), agent: visitor.agent)
        browser.machineUser = visitor.user
        try await store.write("page.signIn") { [browser] transaction in
            var (browser, said) = (browser, wall)
            switch person {
            case .said(let new): browser.person = try transaction.keep(new, at: wall)
            case .known(let known): (browser.person, said) = (known.id, known.checkedAt)
            case nil: break
            }
            try transaction.signIn(browser, at: wall, until: said.advanced(by: PagePersonRow.life))
        }
        return token
    }

    /// Who signs in: as a server has just said it, or as it did before.
    enum Person: Sendable {
        case said(NewPagePerson)
        case known(PagePersonRow)
    }

    /// The session of a browser that shows this; `nil` for none, and for one of another user: a browser shows the same to every port of
    /// this machine, so to whoever listens at another one.
    ///
    /// - Throws: where the store cannot be read; then nobody can say.
    func session(_ token: String, by user: UInt32?) async throws(StoreError) -> PageSession? {
        let digest = SessionBook.digest(token)
        let session = try await find(token, digest, by: user)
        remember(digest, session != nil)
        return session
    }

    /// Whether a browser that shows one of these was signed in a short while ago: what can be said without asking the store.
    ///
    /// - Parameter cookies: the field of a request.
    func wasHere(_ cookies: String) -> Bool {
        let sums = cookies.split(separator: ";").prefix(16).compactMap { pair in
            pair.firstIndex(of: "=").map { SessionBook.digest(String(pair[pair.index(after: $0)...])) }
        }
        return recent.withLock { recent in recent.contains(where: sums.contains) }
    }

    private func remember(_ sum: [UInt8], _ isSignedIn: Bool) {
        recent.withLock { recent in
            recent.removeAll { $0 == sum }
            guard isSignedIn else { return }
            recent.append(sum)
            if recent.count > Self.recentMost { recent.removeFirst() }
        }
    }

    private func find(_ token: String, _ digest: [UInt8], by user: UInt32?) async throws(StoreError) -> PageSession? {
        if book.withLock({ $0.isOpen(token, by: user, at: now()) }) { return PageSession(token: token, nil) }
        let wall = wall()
        let found = try await store.read("page.browser") { try $0.browser(showing: digest, at: wall) }
        guard let found, found.machineUser == user else { return nil }
        if wall.duration(since: found.seenAt) > Self.touching {
            // That it cannot be written down is no reason to show nothing.
            try? await store.write("page.seen") { try $0.browserAsked(found.number, at: wall) }
        }
        return PageSession(token: token, found)
    }

    /// Signs out those that live in memory; those of the store are the store's to sign out.
    package func closeAll() {
        book.withLock { $0.closeAll() }
        recent.withLock { $0 = [] }
    }

    /// Signs a browser out.
    func close(_ token: String) async throws(StoreError) {
        let (digest, wall) = (SessionBook.digest(token), wall())
        remember(digest, false)
        book.withLock { $0.close(token) }
        try await store.write("page.signOut") { transaction in
            guard let found = try transaction.browser(showing: digest, at: wall) else { return }
            _ = try transaction.signOutBrowser(found.number)
        }
    }
}

/// A browser that is signed in.
struct PageSession: Sendable {
    /// What its forms must carry: a page of somebody else cannot know it, and it says nothing of what the browser shows. Another text
    /// with each answer, so that the length of a compressed page says nothing of it either.
    let formToken: String
    /// Another with each answer: what is sent twice from the same page is ordered once.
    let answer = newID()
    let standing: PageStanding
    /// Of whoever signed in; empty for whoever opened a link.
    let name: String
    /// Whether the login of a parent saw every child that is here: else it may be another family's.
    let seesAll: Bool
    private let form: [UInt8]

    /// - Parameter browser: as the store has it; `nil` for one that only this program knows.
    init(token: String, _ browser: BrowserRow?) {
        form = SHA256.authenticationCode(Array("form".utf8), key: Array(token.utf8))
        let mask = randomBytes(count: form.count)
        formToken = Base64.url.encode(mask + zip(mask, form).map { $0 ^ $1 })
        let person = browser?.person
        name = person?.name ?? ""
        standing = person?.child.map { .child($0, account: person?.account) } ?? .family
        seesAll = person?.child != nil || person?.seesAll ?? true
    }

    /// The id of an order, made when its form is shown: sending it twice is ordering once.
    static func newID() -> String {
        randomBytes(count: 16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// By a comparison whose time says nothing about how much of a guess was right.
    func accepts(_ token: String) -> Bool {
        guard let bytes = Base64.url.decode(token), bytes.count == 2 * form.count else { return false }
        return ConstantTime.isEqual(form, zip(bytes, bytes.dropFirst(form.count)).map { $0 ^ $1 })
    }
}

/// What lives in memory alone, as a value. Only sums of what browsers show are kept, so that nobody can show what he has read here.
struct SessionBook: Sendable {
    /// A link is used at once by the browser that it is opened in.
    static let linkLife = Duration.seconds(60)
    /// Until the disk has room again, and somebody opens another.
    static let sessionLife = Duration.seconds(86_400)
    /// The oldest go first.
    static let most = 64

    private struct Entry: Sendable {
        let digest: [UInt8]
        let expires: ContinuousClock.Instant
        /// Of this machine; `nil` for a link, and for a browser elsewhere.
        var user: UInt32?
    }

    private var links: [Entry] = []
    private var sessions: [Entry] = []

    /// 32 bytes that nobody can guess, as a word.
    static func freshToken() -> String { Base64.url.encode(randomBytes(count: 32)) }
    static func digest(_ token: String) -> [UInt8] { SHA256.hash(Array(token.utf8)) }

    mutating func add(link: String, at now: ContinuousClock.Instant) {
        Self.add(Entry(digest: Self.digest(link), expires: now + Self.linkLife), to: &links, at: now)
    }

    /// - Returns: whether the link was good; it is no more.
    mutating func use(link: String, at now: ContinuousClock.Instant) -> Bool {
        let digest = Self.digest(link)
        guard let index = links.firstIndex(where: { ConstantTime.isEqual($0.digest, digest) }) else { return false }
        return links.remove(at: index).expires > now
    }

    mutating func add(session token: String, by user: UInt32?, at now: ContinuousClock.Instant) {
        let entry = Entry(digest: Self.digest(token), expires: now + Self.sessionLife, user: user)
        Self.add(entry, to: &sessions, at: now)
    }

    func isOpen(_ token: String, by user: UInt32?, at now: ContinuousClock.Instant) -> Bool {
        guard !sessions.isEmpty else { return false }
        let digest = Self.digest(token)
        return sessions.contains { entry in
            ConstantTime.isEqual(entry.digest, digest) && entry.expires > now && entry.user == user
        }
    }

    mutating func close(_ token: String) {
        let digest = Self.digest(token)
        sessions.removeAll { ConstantTime.isEqual($0.digest, digest) }
    }

    /// Links that nobody has opened go too.
    mutating func closeAll() { (links, sessions) = ([], []) }

    private static func add(_ entry: Entry, to entries: inout [Entry], at now: ContinuousClock.Instant) {
        entries.removeAll { $0.expires <= now }
        entries.append(entry)
        if entries.count > most { entries.removeFirst() }
    }
}
