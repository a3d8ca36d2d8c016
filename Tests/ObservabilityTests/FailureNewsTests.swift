import Observability
import Testing

@Suite("What fails again and again")
struct FailureNewsTests {
    @Test func `the first of equal failures is news and the others are not`() {
        var news = FailureNews()
        #expect(news.level(of: "no answer") == .warning)
        #expect(news.level(of: "no answer") == .debug)
        #expect(news.level(of: "no answer") == .debug)
    }

    @Test func `another failure is news, and two that take turns are told once each`() {
        var news = FailureNews()
        _ = news.level(of: "no answer")
        #expect(news.level(of: "refused") == .warning)
        for failure in ["no answer", "refused", "no answer"] { #expect(news.level(of: failure) == .debug) }
    }

    @Test func `words that change by themselves are told sixteen times at most`() {
        var news = FailureNews()
        let levels = (0..<40).map { news.level(of: "failed in attempt \($0)") }
        #expect(levels.count { $0 == .warning } == 16)
        news.end()
        #expect(news.level(of: "failed in attempt 41") == .warning)
    }

    @Test func `what worked meanwhile makes the same failure news`() {
        var news = FailureNews()
        _ = news.level(of: "no answer")
        let hadFailed = news.end()
        #expect(hadFailed)
        #expect(news.level(of: "no answer") == .warning)
    }

    @Test func `an end of what never failed is nothing to tell`() {
        var news = FailureNews()
        let hadFailed = news.end()
        #expect(!hadFailed)
    }
}
