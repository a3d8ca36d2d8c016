import Configuration
import Observability
import TestSupport
import Testing

@testable import Daemon

@Suite("What the log says of a configuration")
struct LogTests {
    private func records(of errors: ConfigurationErrors) -> [LogRecord] {
        let sink = CapturingSink()
        Log(Logger(component: "test", threshold: LogThreshold(.error), sink: sink)).tell(errors)
        return sink.records
    }

    @Test("each mistake is a record of its own with its place, and none shows a line of the file")
    func mistakes() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("colour: hunter2\nstate: \(folder.path)\nshape: round\n", to: "c.yaml")
        let errors = try #require(throws: ConfigurationErrors.self) {
            _ = try Configuration.load(path: file, environment: [:])
        }
        let lines = records(of: errors).map { "\($0)" }
        #expect(lines.count == 2)
        for (line, place) in zip(lines, ["c.yaml:1:1: ", "c.yaml:3:1: "]) {
            #expect(line.contains(place) && !line.contains("hunter2"), "\(line)")
        }
    }

    @Test("of more mistakes than the log takes at once the rest is counted")
    func many() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write((1...12).map { "key\($0): x\n" }.joined(), to: "c.yaml")
        let errors = try #require(throws: ConfigurationErrors.self) {
            _ = try Configuration.load(path: file, environment: [:])
        }
        let records = records(of: errors)
        #expect(records.count == 11)
        let rest = records.last?.fields.map { "\($0.key.name)=\($0.value)" }
        #expect(rest == ["mistakes=2"])
        // As the running program's log has it.
        let sink = CapturingSink()
        Log(Logger(component: "test", threshold: LogThreshold(.error), sink: RateLimitingSink(sink))).tell(errors)
        #expect(sink.records.count == 11)
    }

    @Test("a file that is not there is one record with the next step")
    func missing() throws {
        let errors = try #require(throws: ConfigurationErrors.self) {
            _ = try Configuration.load(path: "/nonexistent/c.yaml", environment: [:])
        }
        let lines = records(of: errors).map { "\($0)" }
        #expect(lines.count == 1 && lines[0].contains("/nonexistent/c.yaml"))
    }
}
