import Glibc
import JSON
import Runtime
import TestSupport

/// Writes what a run has shown: one JSON object a line. `.ci/conformance-page` makes the table of it.
enum Recorder {
    enum Outcome: String, Sendable {
        case passed
        case failed
        /// A known fault of the client or of one of our servers: the case is run, and not proven.
        case known
        /// The server is not on this machine.
        case absent
        /// The client under test has no such feature.
        case inapplicable
    }

    static let path = "\(RealParts.packageFolder)/.build/conformance\(ClientFactory.suffix).jsonl"

    /// Opened, and emptied, at the first record of a run.
    private static let descriptor = Lock(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644))

    static func record(
        _ number: Int, _ server: Server, _ outcome: Outcome, seconds: Double = 0, note: String? = nil
    ) {
        var members: [JSONObject.Member] = [
            .init("case", .number(JSONNumberText(number))), .init("server", .string(server.rawValue)),
            .init("outcome", .string(outcome.rawValue)),
            .init("milliseconds", .number(JSONNumberText(Int(seconds * 1000)))),
        ]
        if let note { members.append(.init("note", .string(String(note.prefix(500))))) }
        write(JSONValue.object(JSONObject(members)))
    }

    /// The list itself, so that the page needs no other source.
    static func recordTable() {
        for one in ConformanceCase.all {
            let servers = Server.allCases.map { server -> JSONObject.Member in
                .init(server.rawValue, one.reason(server).map { .string($0.rawValue) } ?? true)
            }
            write(
                [
                    "number": .number(JSONNumberText(one.number)), "group": .string(one.group.rawValue),
                    "title": .string(one.title), "servers": .object(JSONObject(servers)),
                    "inside": .bool(one.isInside),
                ])
        }
    }

    private static func write(_ value: JSONValue) {
        let line = Array("\(value)\n".utf8)
        descriptor.withLock { descriptor in _ = Glibc.write(descriptor, line, line.count) }
    }
}
