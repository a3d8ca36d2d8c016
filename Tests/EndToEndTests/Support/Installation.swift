import Glibc
import JSON
import Runtime
import TestSupport
import TestWaiting
import Testing

/// The program as a person has it: a folder for its files, a configuration, commands.
final class Installation: Sendable {
    let folder: TemporaryFolder
    let configuration: String
    let environment: [String: String]
    /// What no output may ever show.
    private let secrets: [String]
    private let started = Lock([ChildProcess]())

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
    ///   - secrets: besides the values of `environment`, which must not be seen in anything that the program says.
    init(_ yaml: String, environment: [String: String] = [:], secrets: [String] = []) throws {
        folder = try TemporaryFolder()
        self.secrets = secrets + environment.values.filter { $0.utf8.count >= 8 }
        configuration = try folder.write("state: \(folder.path)/state\n" + yaml, to: "pocketbell.yaml")
        // Nothing of the machine's user leaks into a test.
        self.environment = [
            "HOME": folder.path, "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "STATE_DIRECTORY": "", "NO_COLOR": "1",
            "NOTIFY_SOCKET": "", "JOURNAL_STREAM": "",
        ].merging(environment) { $1 }
    }

    /// A file below the folder that only its owner may read; its path.
    func secret(_ text: String, _ name: String) throws -> String { try folder.write(text, to: name) }

    /// Writes the configuration anew.
    func configure(_ yaml: String) throws {
        try folder.write("state: \(folder.path)/state\n" + yaml, to: "pocketbell.yaml")
    }

    /// Starts a command with this installation's configuration.
    func start(_ words: String..., input: String? = nil) throws -> ChildProcess { try start(words, input: input) }

    func start(_ words: [String], input: String? = nil) throws -> ChildProcess {
        let process = try ChildProcess(
            Self.program, words + ["--config", configuration], environment: environment, input: input)
        started.withLock { $0.append(process) }
        return process
    }

    struct Answer: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a command to its end.
    func run(_ words: String..., input: String? = nil) async throws -> Answer { try await run(words, input: input) }

    func run(_ words: [String], input: String? = nil) async throws -> Answer {
        let process = try start(words, input: input)
        let status = try await process.waitForExit(within: .seconds(60))
        defer { started.withLock { $0.removeAll { $0 === process } } }
        expectNoSecrets(of: process)
        return Answer(status: status, output: process.output, errors: process.errors)
    }

    /// What a command prints with `--json`, line by line.
    func json(_ words: String...) async throws -> [JSONValue] {
        let answer = try await run(words + ["--json"])
        return try answer.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// Holds that nothing that was started and not yet looked at has told a secret: password, key, token or address.
    func expectNoSecrets() {
        started.withLock { $0 }.forEach { expectNoSecrets(of: $0) }
    }

    /// Tells what the running programs said, for a test that fails.
    func recordLogs() {
        for process in started.withLock({ $0 }) { Issue.record("the program said:\n\(process.errors.suffix(6_000))") }
    }

    private func expectNoSecrets(of process: ChildProcess) {
        let said = process.output + process.errors
        for secret in secrets + tokens where said.contains(secret) {
            Issue.record("a secret was told: \(secret) in\n\(said)")
        }
    }

    /// Where an account's session lies.
    func sessionFile(_ account: String) -> String { "\(folder.path)/state/accounts/\(account).json" }

    /// The account's token, as the session file has it.
    func token(_ account: String) throws -> String? {
        guard let text = try? TextFile.read(sessionFile(account)) else { return nil }
        guard case .string(let token)? = try JSONValue(parsing: text)["session"]?["token"] else { return nil }
        return token
    }

    private var tokens: [String] { ["watched", "parent"].compactMap { try? token($0) } }

    /// Waits until the running program says what is wanted: without one, `status` tells what its store holds.
    @discardableResult
    func waitForStatus(
        within limit: Duration = .seconds(90), _ isWanted: (JSONValue) -> Bool
    ) async throws -> JSONValue {
        var last: JSONValue = nil
        do {
            try await eventually("another status than \(last)", within: limit, every: .milliseconds(50)) {
                guard let status = try await json("status").first else { return false }
                last = status
                return status["running"] == true && isWanted(status)
            }
        } catch let error as NeverCame {
            recordLogs()
            throw error
        }
        return last
    }
}

extension JSONValue {
    /// The state of the account with this name, in the answer of `status`.
    func accountState(_ name: String) -> String? { named(name, in: "accounts")?.text("state") }

    /// Why the account is in that state, and what to do.
    func accountReason(_ name: String) -> String? {
        guard let account = named(name, in: "accounts"), let reason = account.text("reason") else { return nil }
        return [reason, account.text("nextStep")].compactMap { $0 }.joined(separator: " ")
    }

    /// How many deliveries of a target are in a state.
    func deliveries(_ state: String, of target: String) -> Int? {
        if case .number(let number)? = named(target, in: "targets")?[state] { number.int } else { nil }
    }

    /// What is wrong and what to do, in sentences that a person should read.
    var problems: [String] {
        guard case .array(let problems)? = self["problems"] else { return [] }
        return problems.compactMap { problem in
            [problem.text("sentence"), problem.text("nextStep")].compactMap { $0 }.joined(separator: ": ")
        }
    }

    func text(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }

    private func named(_ name: String, in list: String) -> JSONValue? {
        guard case .array(let elements)? = self[list] else { return nil }
        return elements.first { $0["name"] == .string(name) }
    }

    /// A number of `counts`.
    func count(_ name: String) -> Int? {
        if case .number(let number)? = self["counts"]?[name] { number.int } else { nil }
    }
}
