import Observability
import Testing

@Suite("Repeated records")
struct RepeatTests {
    private let sink = CapturingSink()

    private func record(
        _ message: String = "m", at milliseconds: Int64, level: LogLevel = .info, component: String = "a"
    ) -> LogRecord {
        LogRecord(level: level, component: component, message: message, fields: [], time: milliseconds * 1_000_000)
    }

    @Test("a window ends exactly when its time is over, and the next begins with the next record")
    func window() {
        let limited = RateLimitingSink(sink, burst: 1, window: .milliseconds(1_500))
        for time: Int64 in [100, 101, 1_599, 1_600, 3_099, 3_100, 9_000] { limited.write(record(at: time)) }
        #expect(sink.records.map(\.time) == [100, 1_600, 3_100, 9_000].map { $0 * 1_000_000 })
        #expect(sink.records.map { $0.fields.map(\.value) } == [[], [2], [1], []])
    }

    @Test("what was held back is told under its key, once")
    func told() {
        let limited = RateLimitingSink(sink, burst: 2, window: .seconds(1))
        for time: Int64 in [0, 1, 2, 3, 1_000, 1_001, 1_002] { limited.write(record(at: time)) }
        #expect(sink.records.map { $0.fields.map(\.key.name) } == [[], [], ["log.held_back"], []])
    }

    @Test("records are equal only in level, part and message together")
    func kinds() {
        let limited = RateLimitingSink(sink, burst: 1, window: .seconds(1))
        for _ in 0..<2 {
            limited.write(record(at: 0))
            limited.write(record(at: 0, level: .error))
            limited.write(record(at: 0, component: "b"))
            limited.write(record("n", at: 0))
        }
        #expect(sink.records.count == 4)
    }

    @Test("room for new kinds is made of windows that are over, not of one that holds records back")
    func room() {
        let limited = RateLimitingSink(sink, burst: 1, window: .seconds(10))
        for number in 0..<999 { limited.write(record("old \(number)", at: 0)) }
        limited.write(record("live", at: 9_000))
        limited.write(record("live", at: 9_500))
        limited.write(record("new", at: 11_000))
        let before = sink.records.count
        limited.write(record("live", at: 12_000))
        #expect(sink.records.count == before)
        limited.write(record("live", at: 19_000))
        #expect(sink.records.last?.fields.map(\.value) == [2])
    }
}
