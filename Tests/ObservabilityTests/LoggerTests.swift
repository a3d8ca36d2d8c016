import Observability
import Runtime
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
        let (sink, built) = (CapturingSink(), CapturingSink())
        let logger = Logger(component: "hub", threshold: LogThreshold(.info), sink: sink)
        let witness = Logger(component: "", threshold: LogThreshold(.trace), sink: built)
        func field() -> LogValue {
            witness.trace("built")
            return 1
        }
        logger.debug("not wanted", [.hubID: field()])
        #expect(built.records.isEmpty && sink.records.isEmpty)
        logger.info("wanted", [.hubID: field()])
        #expect(built.records.count == 1 && sink.records.map(\.message) == ["wanted"])
    }

    @Test("each level says its own name, and an error comes last")
    func levels() {
        let sink = CapturingSink()
        let clock = WallClock { Timestamp(seconds: 1, nanoseconds: 500_000_000) }
        let logger = Logger(component: "hub", threshold: LogThreshold(.trace), sink: sink, clock: clock)
        logger.trace("a")
        logger.debug("b")
        logger.info("c")
        logger.warning("d", error: SecretReference.Failure.empty, [.hubID: 7])
        logger.error("e", error: SecretReference.Failure.empty)
        #expect(sink.records.map(\.level) == LogLevel.allCases)
        #expect(sink.records[3].fields.map(\.key.name) == ["hub.id", "error"])
        #expect(sink.records[4].fields[0].value == .text("the secret is empty; its first line must hold it"))
        #expect(sink.records.allSatisfy { $0.time == 1_500_000_000 })
        Logger.silent.error("nobody hears it")
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
            (.human, #"1970-01-01 00:00:01.500 info  hub: got it text="a\"b\nlevel=error" hub.id=7"#),
        ])
    func formats(format: LogFormat, expected: String) {
        let record = LogRecord(
            level: .info, component: "hub", message: "got it", fields: [(.text, "a\"b\nlevel=error"), (.hubID, 7)],
            time: 1_500_000_000)
        #expect(format.line(record) == expected + "\n")
    }

    @Test(
        "no field can command a terminal, turn the direction of writing or begin a line", arguments: LogFormat.allCases)
    func hostile(format: LogFormat) {
        let text = "\u{1B}[2J\u{9B}31m\u{202E}evil\u{2066}\u{2028}\r\nlevel=error\u{7F}\0 é😀"
        let record = LogRecord(
            level: .error, component: text, message: "m", fields: [(.text, .text(text)), (.hubID, .text("\u{9B}x"))],
            time: 0)
        let line = format.line(record)
        #expect(line.unicodeScalars.filter { $0 == "\n" }.count == 1 && line.hasSuffix("\n"))
        let treacherous = line.unicodeScalars.dropLast().filter {
            $0.properties.generalCategory == .control || [0x2028, 0x202E, 0x2066].contains($0.value)
        }
        #expect(treacherous.isEmpty)
        #expect(line.contains("é😀"))
    }

    @Test("values stand bare only where that can't be misread")
    func bare() {
        func line(_ text: String) -> String {
            let record = LogRecord(level: .info, component: "c", message: "m", fields: [(.text, .text(text))], time: 0)
            return String(LogFormat.logfmt.line(record).dropLast().split(separator: "text=", maxSplits: 1)[1])
        }
        #expect(line("https://x/ä?b") == "https://x/ä?b" && line("") == #""""# && line("a b") == #""a b""#)
        #expect(line("a=b") == #""a=b""# && line(#"\"#) == #""\\""# && line("\"") == #""\"""#)
    }

    @Test("a value of megabytes is cut", arguments: LogFormat.allCases)
    func long(format: LogFormat) {
        let text = String(repeating: "é", count: 500_000)
        let record = LogRecord(level: .info, component: "c", message: "m", fields: [(.text, .text(text))], time: 0)
        #expect(format.line(record).utf8.count < 4_400)
        #expect(format.line(record).contains("… (1000000 bytes)\""))
    }

    @Test(
        "times have a fixed width",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_773_500_966_007_999_999, "2026-03-14T15:09:26.007Z"),
        ])
    func times(nanoseconds: Int64, expected: String) {
        let record = LogRecord(level: .info, component: "c", message: "m", fields: [], time: nanoseconds)
        #expect(LogFormat.logfmt.line(record).hasPrefix("time=\(expected) "))
    }

    @Test("colours are for the level only")
    func coloured() {
        let record = LogRecord(level: .error, component: "c", message: "m", fields: [], time: 0)
        #expect(
            LogFormat.human.line(record, isColoured: true)
                == "1970-01-01 00:00:00.000 \u{1B}[1;31merror\u{1B}[0m c: m\n")
    }

    @Test("a secret never shows")
    func secrets() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in [
            "\(secret)", String(reflecting: secret), dumped, "\([secret])",
            "\(Optional(secret) as Any)",
        ] {
            #expect(!text.contains("hunter2"))
        }
    }
}
