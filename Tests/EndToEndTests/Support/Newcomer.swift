import Glibc
import TestSupport
import TestTerminal

/// Somebody who has nothing yet but the program, a home, and a family server.
final class Newcomer: Sendable {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        mkdir(home, 0o700)
    }

    var home: String { "\(folder.path)/home" }
    var file: String { "\(home)/.config/pocketbell/pocketbell.yaml" }

    /// Nothing of the machine's user leaks in, and no service of the machine is found.
    var environment: [String: String] {
        [
            "HOME": home, "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "XDG_RUNTIME_DIR": "", "XDG_DATA_HOME": "",
            "STATE_DIRECTORY": "", "NO_COLOR": "1", "POCKETBELL_CONFIG": "", "DBUS_SESSION_BUS_ADDRESS": "",
            "POCKETBELL_SYSTEM_SOCKET": "\(folder.path)/none.sock", "TERM": "xterm", "LC_ALL": "C.UTF-8",
        ]
    }

    /// A command at a terminal of 80 columns.
    func terminal(_ words: String...) throws -> TerminalProgram {
        try TerminalProgram(Installation.program, words, environment: environment)
    }

    /// A command without a terminal, to its end.
    func run(_ words: String..., input: String? = nil) async throws -> Installation.Answer {
        try await run(words, input: input)
    }

    func run(_ words: [String], input: String? = nil) async throws -> Installation.Answer {
        // `setsid`: a test that a person starts has a terminal, and so would this.
        let process = try ChildProcess(
            "setsid", ["-w", Installation.program] + words, environment: environment, input: input)
        let status = try await process.waitForExit(within: .seconds(60))
        return Installation.Answer(status: status, output: process.output, errors: process.errors)
    }

    /// Everything below the home, files and folders.
    var everything: Set<String> {
        func look(at path: String) -> [String] {
            Folder.names(in: path).flatMap { ["\(path)/\($0)"] + look(at: "\(path)/\($0)") }
        }
        return Set(look(at: home).map { String($0.dropFirst(home.count + 1)) })
    }
}
