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

    @Test func `another failure is news, and so is the first one after it`() {
        var news = FailureNews()
        _ = news.level(of: "no answer")
        #expect(news.level(of: "refused") == .warning)
        #expect(news.level(of: "no answer") == .warning)
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
