import Glibc
import Observability
import Runtime
import Testing
import Values

@Suite("Where records go", .timeLimit(.minutes(1)))
struct SinkTests {
    private func record(_ message: String = "m", second: Int64 = 0) -> LogRecord {
        LogRecord(level: .info, component: "a", message: message, fields: [], time: second * 1_000_000_000)
    }

    @Test("repeats are held back and counted, each kind for itself")
    func repeats() {
        let sink = CapturingSink()
        let limited = RateLimitingSink(sink, burst: 2, window: .seconds(10))
        for second in Int64(0)..<10 { limited.write(record(second: second)) }
        #expect(sink.records.count == 2)
        limited.write(record("other", second: 9))
        #expect(sink.records.count == 3)
        limited.write(record(second: 10))
        #expect(sink.records[3].fields.map { $0.value } == [.integer(8)])
    }

    @Test("the filter forgets kinds instead of growing without end")
    func manyKinds() {
        let sink = CapturingSink()
        let limited = RateLimitingSink(sink, burst: 1, window: .seconds(10))
        for number in 0..<5_000 { limited.write(record("m\(number)")) }
        #expect(sink.records.count == 5_000)
    }

    @Test("a stream gets whole lines, and one that nobody reads is no error")
    func stream() {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let sink = StreamSink(format: .logfmt, descriptor: ends[1], isColoured: false)
        sink.write(record())
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(ends[0], &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasSuffix("component=a message=\"m\"\n"))
        close(ends[0])
        sink.write(record())
        close(ends[1])
        // Not the number that was closed: by now another test may have it.
        StreamSink(format: .logfmt, descriptor: -1, isColoured: false).write(record())
    }

    @Test("the zone of a log for people can change, and machines read none")
    func zones() throws {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        for (format, hours) in [(LogFormat.human, ["03", "08"]), (.json, ["00", "00"])] {
            let sink = StreamSink(
                format: format, descriptor: ends[1], isColoured: false, zone: .ofProcess(variable: "ABC-3"))
            sink.write(record(second: 0))
            sink.show(timesIn: .ofProcess(variable: "ABC-8"))
            sink.write(record(second: 0))
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = read(ends[0], &bytes, bytes.count)
            let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            let lines = text.split(separator: "\n")
            #expect(lines.count == 2 && zip(lines, hours).allSatisfy { $0.contains("\($1):00:00") }, "\(text)")
        }
        ends.forEach { close($0) }
    }

    @Test("a slow place holds up nobody; what is lost is counted; closing writes what waits")
    func queued() async throws {
        let slow = SlowSink()
        let sink = try QueuedSink(slow, capacity: 2)
        sink.write(record("first"))
        #expect(slow.begun.park(for: .seconds(20)))
        for number in 0..<5 { sink.write(record("\(number)")) }
        slow.goOn.unpark()
        await sink.close(within: .seconds(20))
        sink.write(record("too late"))
        #expect(slow.captured.records.map(\.message) == ["first", "0", "1"])
        #expect(slow.captured.records[1].fields.map { $0.value } == [.integer(3)])
        await sink.close()
    }

    @Test("closing doesn't wait for a place that is stuck")
    func stuck() async throws {
        let slow = SlowSink()
        let sink = try QueuedSink(slow)
        sink.write(record())
        #expect(slow.begun.park(for: .seconds(20)))
        await sink.close(within: .milliseconds(5))
        #expect(slow.captured.records.isEmpty)
        slow.goOn.unpark()
    }
}

/// Waits at its first record until it may go on.
private final class SlowSink: LogSink {
    let captured = CapturingSink()
    let begun = Parker()
    let goOn = Parker()
    private let isFirst = Lock(true)

    func write(_ record: LogRecord) {
        let waits = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        if waits {
            begun.unpark()
            goOn.park(for: .seconds(20))
        }
        captured.write(record)
    }
}
