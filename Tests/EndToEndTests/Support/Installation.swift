import Glibc
import JSON
import TestSupport

/// The program as a person has it: a folder for its files, a configuration, commands.
final class Installation: Sendable {
    let folder: TemporaryFolder
    let configuration: String
    private let environment: [String: String]

    /// The program that is tested: what `make test` has built for release, else the one beside the tests.
    static let program: String = {
        if let named = RealParts.environment("POCKETBELL_BINARY") { return named }
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let runner = String(decoding: buffer.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let beside = runner.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/pocketbell"
        return access(beside, X_OK) == 0 ? beside : "\(RealParts.packageFolder)/.build/debug/pocketbell"
    }()

    /// - Parameters:
    ///   - yaml: what follows `state:` in the configuration.
    ///   - environment: added to the test's own.
    init(_ yaml: String, environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        configuration = try folder.write("state: \(folder.path)/state\n" + yaml, to: "pocketbell.yaml")
        // Nothing of the machine's user leaks into a test.
        self.environment = [
            "HOME": folder.path, "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "STATE_DIRECTORY": "", "NO_COLOR": "1",
            "NOTIFY_SOCKET": "", "JOURNAL_STREAM": "",
        ].merging(environment) { $1 }
    }

    /// A file below the folder that only its owner may read; its path.
    func secret(_ text: String, _ name: String) throws -> String { try folder.write(text, to: name) }

    /// Starts a command with this installation's configuration.
    func start(_ words: String..., input: String? = nil) throws -> ChildProcess {
        try ChildProcess(Self.program, words + ["--config", configuration], environment: environment, input: input)
    }

    /// Runs a command to its end.
    func run(_ words: String..., input: String? = nil) async throws -> (status: Int32, output: String, errors: String) {
        let process = try ChildProcess(
            Self.program, words + ["--config", configuration], environment: environment, input: input)
        let status = try await process.waitForExit(within: .seconds(60))
        return (status, process.output, process.errors)
    }

    /// What a command prints with `--json`, line by line.
    func json(_ words: String...) async throws -> [JSONValue] {
        let process = try ChildProcess(
            Self.program, words + ["--json", "--config", configuration], environment: environment)
        try await process.waitForExit(within: .seconds(60))
        return try process.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// Waits until `status` says what is wanted.
    @discardableResult
    func waitForStatus(
        within limit: Duration = .seconds(30), _ isWanted: (JSONValue) -> Bool
    ) async throws -> JSONValue {
        struct Overdue: Error { let last: JSONValue? }
        let deadline = ContinuousClock.now + limit
        var last: JSONValue?
        while ContinuousClock.now < deadline {
            last = try await json("status").first
            if let last, isWanted(last) { return last }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Overdue(last: last)
    }
}

extension JSONValue {
    /// The state of the account with this name, in the answer of `status`.
    func accountState(_ name: String) -> String? {
        guard case .array(let accounts)? = self["accounts"] else { return nil }
        for account in accounts where account["name"] == .string(name) {
            if case .string(let state)? = account["state"] { return state }
        }
        return nil
    }

    /// A number of `counts`.
    func count(_ name: String) -> Int? {
        if case .number(let number)? = self["counts"]?[name] { number.int } else { nil }
    }
}
