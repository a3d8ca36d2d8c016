import Observability
import Synchronization
import Testing
import Values

extension LogKey {
    fileprivate static let hubID = LogKey("hub.id")
    fileprivate static let text = LogKey("text")
}

@Suite("Logging")
struct LoggerTests {
    @Test("fields of a disabled level aren't built")
    func disabled() {
        let sink = CapturingSink(), built = Mutex(0), threshold = LogThreshold(.info)
        let logger = Logger(component: "hub", threshold: threshold, sink: sink)
        func field() -> LogValue { built.withLock { $0 += 1 }; return 1 }
        logger.debug("not wanted", [.hubID: field()])
        #expect(built.withLock { $0 } == 0 && sink.records.isEmpty)
        threshold.set(.debug)
        logger.debug("wanted", [.hubID: field()])
        #expect(built.withLock { $0 } == 1 && sink.records.map(\.message) == ["wanted"])
    }

    @Test("a logger's own fields come first")
    func fields() {
        let sink = CapturingSink()
        Logger(component: "hub", threshold: LogThreshold(.info), sink: sink).with(.hubID, 7).component("sync").info(
            "scan", [.text: "x"])
        #expect(sink.records[0].component == "sync")
        #expect(sink.records[0].fields.map(\.key.name) == ["hub.id", "text"])
    }

    @Test(
        "lines can't be forged by what is in them",
        arguments: [
            (
                LogFormat.logfmt,
                #"time=1970-01-01T00:00:01.500Z level=info component=hub message="got it" text="a\"b\nlevel=error" hub.id=7"#
            ),
            (
                .json,
                #"{"time":"1970-01-01T00:00:01.500Z","level":"info","component":"hub","message":"got it","text":"a\"b\nlevel=error","hub.id":7}"#
            ),
            (.human, #"00:00:01.500 info  hub: got it text="a\"b\nlevel=error" hub.id=7"#),
        ])
    func formats(format: LogFormat, expected: String) {
        let record = LogRecord(
            level: .info, component: "hub", message: "got it", fields: [(.text, "a\"b\nlevel=error"), (.hubID, 7)],
            time: 1_500_000_000)
        #expect(format.line(record) == expected + "\n")
    }

    @Test("repeats are held back and counted")
    func repeats() {
        let sink = CapturingSink(), limited = RateLimitingSink(sink, burst: 2, window: .seconds(10))
        func record(_ second: Int64) {
            limited.write(
                LogRecord(level: .info, component: "a", message: "m", fields: [], time: second * 1_000_000_000))
        }
        for second in Int64(0)..<10 { record(second) }
        #expect(sink.records.count == 2)
        record(10)
        #expect(sink.records.count == 3)
        #expect(sink.records[2].fields.map { $0.value } == [.integer(8)])
    }

    @Test("a secret never shows")
    func secrets() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in [
            "\(secret)", String(reflecting: secret), dumped, "\([secret])", LogValue.redacted(secret).description,
            "\(Optional(secret) as Any)",
        ] {
            #expect(!text.contains("hunter2"))
        }
    }
}
