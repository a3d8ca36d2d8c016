import Observability
import Runtime
import SignalRProtocol
import Testing

@Suite("Log entries of hubs")
struct HubLogEntryTests {
    private struct Refusal: Error, CustomStringConvertible {
        let description = "not\nyou"
    }

    private static func entries(_ body: (Logger) -> Void) -> [HubLogEntry] {
        let entries = Lock<[HubLogEntry]>([])
        body(Logger(telling: { entry in entries.withLock { $0.append(entry) } }))
        return entries.withLock { $0 }
    }

    @Test("come at every level, in order")
    func levels() {
        let entries = Self.entries { logger in
            for level in LogLevel.allCases { logger.log(level, "it happened") }
        }
        #expect(entries.map(\.level) == HubLogEntry.Level.allCases)
        #expect(entries.map { "\($0.level)" } == LogLevel.allCases.map(\.name))
        #expect(HubLogEntry.Level.allCases == HubLogEntry.Level.allCases.sorted())
    }

    @Test("have the fields of the logger and of the record, which counts more, and the error's words")
    func fields() {
        let key = LogKey("hub.target")
        let entries = Self.entries { logger in
            logger.with(key, "general").with(LogKey("hub.count"), 2).warning(
                "it failed", error: Refusal(), [key: "own"])
        }
        #expect(
            entries == [
                HubLogEntry(
                    .warning, "it failed", fields: ["hub.target": "own", "hub.count": "2", "error": "not\nyou"])
            ])
    }

    @Test("are one line, whatever the other side says")
    func line() {
        let entry = HubLogEntry(
            .info, "it happened", fields: ["b": "two\nerror: forged", "a": "1", "c": "\u{1B}[2J\u{2028}\"Zürich\" \\"])
        let line = entry.description
        #expect(
            line == #"info: it happened a="1" b="two\nerror: forged" c="\u001b[2J\u2028\"Zürich\" \\""#)
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!line.contains { $0.isNewline })
    }
}
