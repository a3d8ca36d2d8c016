import Observability
import Testing
import Values

extension LogKey {
    fileprivate static let what = LogKey("what")
    fileprivate static let more = LogKey("more.of_2")
}

@Suite("Lines of a log")
struct LogLineTests {
    private func record(_ value: LogValue, level: LogLevel = .info, component: String = "c", message: String = "m")
        -> LogRecord
    {
        LogRecord(
            level: level, component: component, message: message, fields: [(.what, value), (.more, true)], time: 0)
    }

    @Test(
        "each kind of value has its own form, bare where JSON has one",
        arguments: [
            (LogValue.text("7"), "7", "\"7\""), (.text(""), "\"\"", "\"\""), (.integer(-7), "-7", "-7"),
            (.boolean(false), "false", "false"), (.duration(.milliseconds(1_500)), "1500", "1500"),
            (.duration(.milliseconds(-1_500)), "-1500", "-1500"), (.duration(.microseconds(999)), "0", "0"),
            (.duration(.seconds(90)), "90000", "90000"),
        ])
    func values(value: LogValue, text: String, json: String) {
        #expect(
            LogFormat.logfmt.line(record(value))
                == "time=1970-01-01T00:00:00.000Z level=info component=c message=\"m\" what=\(text) more.of_2=true\n")
        #expect(
            LogFormat.human.line(record(value)) == "1970-01-01 00:00:00.000 info  c: m what=\(text) more.of_2=true\n")
        #expect(
            LogFormat.json.line(record(value))
                == "{\"time\":\"1970-01-01T00:00:00.000Z\",\"level\":\"info\",\"component\":\"c\",\"message\":\"m\",\"what\":\(json),\"more.of_2\":true}\n"
        )
    }

    @Test(
        "each level has its name, its column and its colour",
        arguments: [
            (LogLevel.trace, "trace", "trace "), (.debug, "debug", "debug "), (.info, "info", "info  "),
            (.warning, "warning", "warn  "), (.error, "error", "error "),
        ])
    func levels(level: LogLevel, name: String, column: String) {
        #expect(level.name == name)
        #expect(LogFormat.human.line(record(1, level: level)).hasPrefix("1970-01-01 00:00:00.000 \(column)c: "))
        #expect(LogFormat.logfmt.line(record(1, level: level)).contains(" level=\(name) "))
        #expect(LogFormat.json.line(record(1, level: level)).contains("\"level\":\"\(name)\""))
    }

    @Test("levels of different weight have different colours")
    func colours() {
        let colours = LogLevel.allCases.map { level in
            LogFormat.human.line(record(1, level: level), isColoured: true).split(separator: "m").first.map(String.init)
        }
        #expect(colours[0] == colours[1] && Set(colours).count == 4)
    }

    @Test("a threshold admits its own level and what matters more", arguments: LogLevel.allCases)
    func thresholds(threshold: LogLevel) {
        for level in LogLevel.allCases {
            #expect(LogThreshold(threshold).admits(level) == (level.rawValue >= threshold.rawValue))
            #expect((level < threshold) == (level.rawValue < threshold.rawValue))
        }
    }

    @Test("a value of 4,096 bytes is whole, one more is cut and says its length", arguments: [0, 1])
    func longest(over: Int) {
        let text = String(repeating: "a", count: 4_096 + over)
        for line in [LogFormat.logfmt.line(record(.text(text))), LogFormat.human.line(record(.text(text)))] {
            #expect(line.contains("what=\(text) ") == (over == 0))
            #expect(line.contains("what=\"\(text.dropLast(over))… (4097 bytes)\" ") == (over == 1))
        }
        let json = LogFormat.json.line(record(.text(text)))
        #expect(json.contains("\"what\":\"\(text)\"") == (over == 0))
        #expect(json.contains("\"what\":\"\(text.dropLast(over))… (4097 bytes)\"") == (over == 1))
    }

    @Test("a cut never halves a character")
    func wholeCharacters() {
        let text = "a" + String(repeating: "€", count: 2_000)
        #expect(
            LogFormat.json.line(record(.text(text))).contains(
                "\"a\(String(repeating: "€", count: 1_365))… (6001 bytes)\""))
    }

    @Test(
        "what could be misread stands in quotes, and every line in one piece",
        arguments: [
            (" ", "\" \""), ("\t", "\"\\u0009\""), ("a\nb", "\"a\\nb\""), ("\"", "\"\\\"\""), ("=", "\"=\""),
            ("\\", "\"\\\\\""),
            ("\u{0}", "\"\\u0000\""), ("\u{85}", "\"\\u0085\""), ("\u{2029}", "\"\\u2029\""),
            ("\u{FEFF}", "\"\\ufeff\""),
            ("\u{206F}", "\"\\u206f\""), ("a", "a"), ("é", "é"), ("{}[],:'", "{}[],:'"),
        ])
    func quotes(text: String, written: String) {
        #expect(LogFormat.logfmt.line(record(.text(text))).contains(" what=\(written) more"))
        let json = written.hasPrefix("\"") ? written : "\"\(written)\""
        #expect(LogFormat.json.line(record(.text(text))).contains("\"what\":\(json),"))
    }

    @Test("the part of the program is quoted too, where it has to be")
    func components() {
        let hostile = record(1, component: "a b\n")
        #expect(LogFormat.logfmt.line(hostile).contains(" component=\"a b\\n\" "))
        #expect(LogFormat.json.line(hostile).contains("\"component\":\"a b\\n\""))
        #expect(LogFormat.human.line(hostile).contains(" a b : m"))
    }

    @Test(
        "moments before 1970 and parts of milliseconds are cut downwards",
        arguments: [
            (-1_000_000, "1969-12-31T23:59:59.999Z"), (-1_000_001, "1969-12-31T23:59:59.998Z"),
            (999_999, "1970-01-01T00:00:00.000Z"),
            (1_000_000, "1970-01-01T00:00:00.001Z"), (-1_000, "1969-12-31T23:59:59.999Z"),
            (12_000_000, "1970-01-01T00:00:00.012Z"),
        ])
    func moments(nanoseconds: Int64, text: String) {
        let record = LogRecord(level: .info, component: "c", message: "m", fields: [], time: nanoseconds)
        #expect(LogFormat.json.line(record).hasPrefix("{\"time\":\"\(text)\","))
        #expect(LogFormat.human.line(record).hasPrefix("\(text.prefix(10)) \(text.dropFirst(11).dropLast()) "))
    }

    @Test("people read the time of their zone, machines UTC")
    func zones() throws {
        let record = LogRecord(level: .info, component: "c", message: "m", fields: [], time: 1_500_000_000)
        let zone = TimeZone.ofProcess(variable: "CET-1")
        #expect(LogFormat.human.line(record, zone: zone).hasPrefix("1970-01-01 01:00:01.500 info  c: m"))
        #expect(LogFormat.logfmt.line(record, zone: zone).hasPrefix("time=1970-01-01T00:00:01.500Z "))
        #expect(LogFormat.json.line(record, zone: zone).hasPrefix("{\"time\":\"1970-01-01T00:00:01.500Z\""))
    }

    @Test("a logger's fields add up in their order, and another part keeps them")
    func order() {
        let sink = CapturingSink()
        let logger = Logger(component: "a", threshold: LogThreshold(.warning), sink: sink).with(.what, 1).with(.more, 2)
        logger.component("b").warning("w", error: SecretReference.Failure.empty, [.what: 3])
        logger.info("not wanted")
        #expect(sink.records.map(\.component) == ["b"])
        #expect(sink.records[0].fields.map(\.key.name) == ["what", "more.of_2", "what", "error"])
        #expect(sink.records[0].fields.prefix(3).map(\.value) == [1, 2, 3])
    }
}
