import Runtime
import Testing

@testable import Dashboard

/// One book that is asked again and again.
private final class Kept {
    private var book = SessionBook()

    func add(link: String, at now: ContinuousClock.Instant) { book.add(link: link, at: now) }
    func use(link: String, for token: String, by user: UInt32? = 7, at now: ContinuousClock.Instant) -> Bool {
        book.use(link: link, for: token, by: user, at: now)
    }
    func session(_ token: String, by user: UInt32? = 7, at now: ContinuousClock.Instant) -> PageSession? {
        book.session(token, by: user, at: now)
    }
    func close(_ token: String) { book.close(token) }
}

@Suite("Who is signed in to the page")
struct SessionBookTests {
    private let start = ContinuousClock.now

    @Test("a link signs one browser in, once, within a minute")
    func links() {
        let book = Kept()
        book.add(link: "one", at: start)
        book.add(link: "two", at: start)
        #expect(!book.use(link: "", for: "a", at: start) && !book.use(link: "three", for: "a", at: start))
        #expect(book.use(link: "one", for: "a", at: start + .seconds(59)))
        #expect(!book.use(link: "one", for: "b", at: start + .seconds(59)))
        #expect(!book.use(link: "two", for: "b", at: start + .seconds(60)))
        #expect(book.session("a", at: start + .seconds(60)) != nil && book.session("b", at: start) == nil)
    }

    @Test("a session lasts for a week without a request, and ends when it is closed")
    func sessions() throws {
        let book = Kept()
        for name in ["a", "b"] {
            book.add(link: name, at: start)
            #expect(book.use(link: name, for: name, at: start))
        }
        let later = book.session("a", at: start + .seconds(6 * 86_400))
        let first = try #require(later)
        #expect(book.session("a", at: start + .seconds(12 * 86_400)) == first)
        #expect(book.session("b", at: start + .seconds(7 * 86_400)) == nil)
        book.close("a")
        #expect(book.session("a", at: start + .seconds(12 * 86_400)) == nil)
    }

    @Test("what a browser shows is good for its own user alone: it shows it to other ports of the machine, too")
    func users() {
        let book = Kept()
        book.add(link: "one", at: start)
        #expect(book.use(link: "one", for: "a", by: 1_000, at: start))
        #expect(book.session("a", by: 1_001, at: start) == nil && book.session("a", by: nil, at: start) == nil)
        #expect(book.session("a", by: 1_000, at: start) != nil)
    }

    @Test("forms of one session are no other's")
    func forms() throws {
        let book = Kept()
        for name in ["a", "b"] {
            book.add(link: name, at: start)
            #expect(book.use(link: name, for: name, at: start))
        }
        let (one, other) = (book.session("a", at: start), book.session("b", at: start))
        let (first, second) = (try #require(one), try #require(other))
        #expect(first.accepts(first.formToken) && !first.accepts(second.formToken) && !first.accepts(""))
    }

    @Test("of too many browsers and links the oldest go")
    func bounds() {
        let book = Kept()
        for number in 0...SessionBook.most {
            book.add(link: "link \(number)", at: start)
            #expect(book.use(link: "link \(number)", for: "\(number)", at: start))
        }
        #expect(book.session("0", at: start) == nil && book.session("1", at: start) != nil)
        for number in 0...SessionBook.most { book.add(link: "unused \(number)", at: start) }
        #expect(!book.use(link: "unused 0", for: "x", at: start) && book.use(link: "unused 1", for: "x", at: start))
    }
}
