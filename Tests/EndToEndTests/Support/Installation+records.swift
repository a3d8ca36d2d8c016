import JSON
import TestWaiting
import Testing

extension Installation {
    /// Waits until each of these commands lists something: records are read after the account is live.
    func waitForRecords(_ commands: String...) async throws {
        for command in commands {
            try await waitForRecords(command) { !$0.isEmpty }
        }
    }

    /// Waits until what a command lists is so; tells what it lists.
    @discardableResult
    func waitForRecords(_ command: String, until isSo: ([JSONValue]) -> Bool) async throws -> [JSONValue] {
        var found: [JSONValue] = []
        try await eventually("\(command): \(found)", every: .milliseconds(200)) {
            found = try await records(command)
            return isSo(found)
        }
        return found
    }

    /// What a command lists as JSON.
    func records(_ command: String) async throws -> [JSONValue] {
        let answer = try await run(command.split(separator: " ").map(String.init) + ["--json"])
        #expect(answer.status == 0, "\(command): \(answer)")
        return try answer.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }
}
