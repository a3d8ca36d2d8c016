import Glibc
import JSON
import TestSupport
import TestWaiting
import Testing

/// The machine's service as systemd starts it, and the commands of somebody who has neither its file nor its folder.
final class MachineService: Sendable {
    let folder: TemporaryFolder
    let configuration: String
    /// What the service manager is told.
    let notifications: NotifySocket
    private let process: ChildProcess

    var socket: String { "\(folder.path)/run/control.sock" }
    var state: String { "\(folder.path)/state" }

    /// - Parameter yaml: what follows `state:` in the service's configuration.
    init(_ yaml: String = "targets: []\n", folder: TemporaryFolder? = nil) async throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        configuration = try folder.write("state: \(folder.path)/state\n" + yaml, to: "etc/pocketbell.yaml")
        for name in ["run", "home"] { mkdir("\(folder.path)/\(name)", 0o700) }
        notifications = try NotifySocket(in: folder)
        process = try ChildProcess(
            Installation.program, ["run", "--config", configuration],
            environment: Self.environment.merging(
                [
                    "HOME": "\(folder.path)/nobody", "RUNTIME_DIRECTORY": "\(folder.path)/run",
                    "NOTIFY_SOCKET": notifications.path,
                ]) { $1 })
        try await eventually("an answer", every: .milliseconds(50)) {
            try await self.json("status").first?["running"] == true
        }
    }

    private static let environment = [
        "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "STATE_DIRECTORY": "", "NO_COLOR": "1", "NOTIFY_SOCKET": "",
        "JOURNAL_STREAM": "", "POCKETBELL_CONFIG": "", "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "",
    ]

    /// What it has said so far.
    var log: String { process.output + process.errors }

    var threadNames: [String] { process.threadNames }

    /// A command of a person with an empty home.
    func run(_ words: String..., input: String? = nil) async throws -> Installation.Answer {
        try await run(words, input: input)
    }

    func run(_ words: [String], input: String? = nil) async throws -> Installation.Answer {
        let command = try ChildProcess(
            Installation.program, words,
            environment: Self.environment.merging(
                ["HOME": "\(folder.path)/home", "POCKETBELL_SYSTEM_SOCKET": socket]) { $1 }, input: input)
        let status = try await command.waitForExit(within: .seconds(60))
        return Installation.Answer(status: status, output: command.output, errors: command.errors)
    }

    /// What a command prints with `--json`, line by line.
    func json(_ words: String...) async throws -> [JSONValue] {
        try await run(words + ["--json"]).output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// Signs somebody in, as an account called `family` unless told otherwise.
    func login(
        _ email: String, at server: String, name: String = "family", password: String = DemoServer.password
    ) async throws -> Installation.Answer {
        try await run(
            "login", "--server", server, "--email", email, "--name", name, "--password-stdin", input: password + "\n")
    }

    @discardableResult
    func waitForStatus(_ isWanted: @escaping (JSONValue) -> Bool) async throws -> JSONValue {
        var last: JSONValue?
        do {
            try await eventually("the status", every: .milliseconds(50)) {
                last = try await self.json("status").first
                return last.map(isWanted) ?? false
            }
        } catch {
            Issue.record("the last status was \(last ?? nil); the service said:\n\(log.suffix(4_000))")
            throw error
        }
        return last ?? nil
    }

    /// Writes the service's file anew.
    func configure(_ yaml: String) throws {
        try folder.write("state: \(folder.path)/state\n" + yaml, to: "etc/pocketbell.yaml")
    }

    func signal(_ number: Int32) { process.signal(number) }

    /// Ends it, and holds that it ends cleanly and has told no password.
    func stop() async throws {
        process.signal(15)
        #expect(try await process.waitForExit() == 0, "\(log)")
        #expect(!log.contains(DemoServer.password) && !log.contains("wrong-password"))
    }
}
