import Testing

@testable import SignalRServer

@Suite("Negotiations")
struct NegotiationsTests {
    private let start = ContinuousClock.now

    private func entry(_ id: String, _ seconds: Int) -> Negotiations.Entry {
        .init(connectionID: id, user: nil, expires: start + .seconds(seconds))
    }

    @Test("connect once, and only before they expire")
    func once() {
        var negotiations = Negotiations()
        let added = negotiations.add(entry("a", 15), token: "t", limit: 10, now: start)
        let taken = [negotiations.take("t", now: start), negotiations.take("t", now: start)]
        #expect(added)
        #expect(taken.map { $0?.connectionID } == ["a", nil])
        _ = negotiations.add(entry("b", 15), token: "u", limit: 10, now: start)
        let late = negotiations.take("u", now: start + .seconds(15))
        #expect(late == nil)
    }

    @Test("are bounded, and make room when old ones expire")
    func bound() {
        var negotiations = Negotiations()
        let added = [
            negotiations.add(entry("a", 1), token: "a", limit: 2, now: start),
            negotiations.add(entry("b", 5), token: "b", limit: 2, now: start),
            negotiations.add(entry("c", 5), token: "c", limit: 2, now: start),
            negotiations.add(entry("c", 5), token: "c", limit: 2, now: start + .seconds(2)),
        ]
        #expect(added == [true, true, false, true])
        #expect(negotiations.count == 2)
    }
}
