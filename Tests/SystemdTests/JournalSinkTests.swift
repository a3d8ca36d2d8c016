import Glibc
import Observability
import Testing

@testable import Systemd

@Suite("The journal")
struct JournalSinkTests {
    @Test(
        "field names are those that journald keeps",
        arguments: [(LogKey("hub.url"), "HUB_URL"), (LogKey("relay.delivery.id"), "RELAY_DELIVERY_ID")])
    func names(key: LogKey, name: String) {
        #expect(JournalSink.name(key) == name)
    }

    @Test("a long name is cut to what journald allows")
    func longName() {
        let key = LogKey("a.very.long.name.that.nobody.would.give.to.a.field.but.which.nothing.forbids")
        #expect(JournalSink.name(key).count == 60)
    }

    @Test("levels are syslog's", arguments: zip(LogLevel.allCases, [7, 7, 6, 4, 3]))
    func levels(level: LogLevel, priority: Int) {
        #expect(JournalSink.priority(level) == priority)
    }

    @Test("a record is its message with its fields, and each field for itself")
    func fields() {
        let record = LogRecord(
            level: .warning, component: "relay", message: "target refused",
            fields: [(LogKey("relay.target"), "chat"), (LogKey("http.status"), 503)], time: 0)
        #expect(
            JournalSink(identifier: "pocketbell").fields(of: record) == [
                "MESSAGE=target refused relay.target=chat http.status=503", "PRIORITY=4",
                "SYSLOG_IDENTIFIER=pocketbell", "COMPONENT=relay", "RELAY_TARGET=chat", "HTTP_STATUS=503",
            ])
    }

    @Test("standard error of a test isn't the journal, even when the variable says so")
    func stream() async {
        await #expect(processExitsWith: .success) {
            unsetenv("JOURNAL_STREAM")
            #expect(!JournalSink.isStandardErrorTheJournal)
            setenv("JOURNAL_STREAM", "1:2", 1)
            #expect(!JournalSink.isStandardErrorTheJournal)
            var status = stat()
            fstat(STDERR_FILENO, &status)
            setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
            #expect(JournalSink.isStandardErrorTheJournal)
        }
    }
}
