import Testing

@testable import Daemon

@Suite("News of a full disk")
struct FullDiskNewsTests {
    private func telling(_ target: String, isOver: Bool = false) -> FullDiskNews.Telling {
        .init(target: target, isOver: isOver)
    }

    @Test("each target is told once, whoever did not take it again, and all who were told hear of the end")
    func course() {
        var news = FullDiskNews()
        #expect(news.wanted(isFull: false, targets: ["chat", "house"], now: .zero) == [] && news.isAtRest)
        #expect(
            news.wanted(isFull: true, targets: ["chat", "house"], now: .zero) == [telling("chat"), telling("house")])
        news.told(telling("chat"), now: .zero)
        #expect(news.wanted(isFull: true, targets: ["chat", "house"], now: .seconds(30)) == [telling("house")])
        #expect(!news.isAtRest)
        #expect(
            news.wanted(isFull: false, targets: ["chat", "house"], now: .seconds(60)) == [
                telling("chat", isOver: true)
            ],
            "who was never told hears of no end")
        #expect(!news.isAtRest, "it has not been taken")
        news.told(telling("chat", isOver: true), now: .seconds(60))
        #expect(news.wanted(isFull: false, targets: ["chat", "house"], now: .seconds(90)) == [] && news.isAtRest)
    }

    @Test("a disk that comes and goes is told of once an hour at most, and its end only to who was told")
    func comesAndGoes() {
        var news = FullDiskNews()
        for round in 0..<10 {
            let now = Duration.seconds(round * 60)
            for telling in news.wanted(isFull: true, targets: ["chat"], now: now) {
                #expect(round == 0)
                news.told(telling, now: now)
            }
            for telling in news.wanted(isFull: false, targets: ["chat"], now: now) {
                #expect(round == 0)
                news.told(telling, now: now)
            }
        }
        #expect(news.wanted(isFull: true, targets: ["chat"], now: .seconds(3_599)) == [])
        #expect(news.wanted(isFull: true, targets: ["chat"], now: .seconds(3_600)) == [telling("chat")])
    }

    @Test("a target that is configured no longer hears nothing more")
    func gone() {
        var news = FullDiskNews()
        _ = news.wanted(isFull: true, targets: ["chat"], now: .zero)
        news.told(telling("chat"), now: .zero)
        #expect(news.wanted(isFull: false, targets: [], now: .seconds(1)) == [] && news.isAtRest)
    }
}
