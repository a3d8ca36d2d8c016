import Cryptography
import Runtime
package import Values

/// Who is signed in to the page: links that open it once, and what browsers keep afterwards.
///
/// They live as long as the program: who is signed out by a restart types `pocketbell open` again.
package final class PageSessions: Sendable {
    private let book = Lock(SessionBook())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter now: a clock that nobody sets; for tests.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) { self.now = now }

    /// A word that signs one browser in, within a minute.
    package func issueLink() -> Secret {
        let token = SessionBook.freshToken()
        book.withLock { $0.add(link: token, at: now()) }
        return Secret(token)
    }

    /// - Parameter user: whose browser opens it, where it runs on this machine.
    /// - Returns: what the browser keeps; `nil` for a link that is used up, too old or none.
    func open(link: String, by user: UInt32?) -> String? {
        let token = SessionBook.freshToken()
        return book.withLock { $0.use(link: link, for: token, by: user, at: now()) } ? token : nil
    }

    /// The session of a browser that shows this, which begins its time anew; `nil` for none, and for one of another user: a browser
    /// shows the same to every port of this machine, so to whoever listens at another one.
    func session(_ token: String, by user: UInt32?) -> PageSession? {
        book.withLock { $0.session(token, by: user, at: now()) }
    }

    /// Signs a browser out.
    func close(_ token: String) { book.withLock { $0.close(token) } }
}

/// A browser that is signed in.
struct PageSession: Sendable, Equatable {
    /// What its forms must carry: a page of somebody else cannot know it.
    let formToken: String

    /// By a comparison whose time says nothing about how much of a guess was right.
    func accepts(_ token: String) -> Bool { ConstantTime.isEqual(Array(formToken.utf8), Array(token.utf8)) }
}

/// Links and sessions as values. Only sums of what browsers show are kept, so that nobody can show what he has read here.
struct SessionBook: Sendable {
    /// A link is used at once by the browser that it is opened in.
    static let linkLife = Duration.seconds(60)
    /// From the last request on.
    static let sessionLife = Duration.seconds(7 * 86_400)
    /// A family has some browsers; the oldest go first.
    static let most = 64

    private struct Entry: Sendable {
        let digest: [UInt8]
        var expires: ContinuousClock.Instant
        /// Of this machine; `nil` for a link, and for a browser elsewhere.
        var user: UInt32?
        var session = PageSession(formToken: SessionBook.freshToken())
    }

    private var links: [Entry] = []
    private var sessions: [Entry] = []

    /// 32 bytes that nobody can guess, as a word.
    static func freshToken() -> String { Base64.url.encode(randomBytes(count: 32)) }

    mutating func add(link: String, at now: ContinuousClock.Instant) {
        links.removeAll { $0.expires <= now }
        links.append(Entry(digest: Self.digest(link), expires: now + Self.linkLife))
        if links.count > Self.most { links.removeFirst() }
    }

    /// - Returns: whether the link was good, and the token is a session's now.
    mutating func use(link: String, for token: String, by user: UInt32?, at now: ContinuousClock.Instant) -> Bool {
        let digest = Self.digest(link)
        guard let index = links.firstIndex(where: { ConstantTime.isEqual($0.digest, digest) }) else { return false }
        guard links.remove(at: index).expires > now else { return false }
        sessions.removeAll { $0.expires <= now }
        sessions.append(Entry(digest: Self.digest(token), expires: now + Self.sessionLife, user: user))
        if sessions.count > Self.most { sessions.removeFirst() }
        return true
    }

    mutating func session(_ token: String, by user: UInt32?, at now: ContinuousClock.Instant) -> PageSession? {
        let digest = Self.digest(token)
        guard let index = sessions.firstIndex(where: { ConstantTime.isEqual($0.digest, digest) }),
            sessions[index].expires > now, sessions[index].user == user
        else { return nil }
        sessions[index].expires = now + Self.sessionLife
        return sessions[index].session
    }

    mutating func close(_ token: String) {
        let digest = Self.digest(token)
        sessions.removeAll { ConstantTime.isEqual($0.digest, digest) }
    }

    private static func digest(_ token: String) -> [UInt8] { SHA256.hash(Array(token.utf8)) }
}
