import Daemon
import Glibc
import Runtime
import Values

/// The systemd that runs the program in the background: the machine's, or a user's own.
enum UnitManager: Sendable {
    case ofMachine, ofUser

    /// Whether it is there, and knows the program's unit.
    var isReady: Bool {
        switch self {
        case .ofMachine: unsafe access("/run/systemd/system", F_OK) == 0 && MachineService.isInstalled
        case .ofUser:
            UserUnit.isInstalled
                && ProcessEnvironment.variables["XDG_RUNTIME_DIR"].map { unsafe access("\($0)/systemd", F_OK) == 0 }
                    == true
        }
    }

    private var command: [String] { self == .ofMachine ? ["systemctl"] : ["systemctl", "--user"] }

    /// What a person types to start the program now and at each boot or log-in.
    var startLine: String { line("enable --now") }
    /// What a person types to have it read its configuration again.
    var reloadLine: String { line("reload") }

    private func line(_ order: String) -> String {
        (self == .ofMachine ? "sudo " : "") + (command + [order, "pocketbell"]).joined(separator: " ")
    }

    /// What a person types to see why it ended.
    var logLine: String { (self == .ofMachine ? "sudo journalctl" : "journalctl --user") + " -u pocketbell" }

    /// Starts the program now and at each boot or log-in; one that runs reads its configuration again.
    func start() async throws {
        for order in [["enable", "pocketbell"], ["reload-or-restart", "pocketbell"]] {
            let status = try await Self.run(command + order)
            guard status == 0 else {
                throw DaemonError(
                    .unavailable, "\((command + order).joined(separator: " ")) ended with the status \(status)",
                    hint: "see why: \(logLine)")
            }
        }
    }

    /// Runs a program to its end, in a group of its own: a Ctrl-C is this one's to heed.
    static func run(_ words: [String]) async throws -> Int32 {
        let child: SpawnedProgram
        do throws(SystemError) {
            child = try SpawnedProgram(words, hasOwnGroup: true)
        } catch {
            throw DaemonError(.unavailable, "\(words[0]) can't be run: \(error)")
        }
        let end = Promise<Int32, Never>()
        _ = try ServiceThread(name: "child") { end.keep(.success(child.waitForEnd())) }
        return await end.outcomeEvenIfCancelled().get()
    }
}

/// The unit with which a user's own systemd runs the program.
enum UserUnit {
    /// Whether there is one that this user's manager finds.
    static var isInstalled: Bool {
        let variables = ProcessEnvironment.variables
        let own = variables["XDG_CONFIG_HOME"] ?? variables["HOME"].map { $0 + "/.config" }
        let data = variables["XDG_DATA_HOME"] ?? variables["HOME"].map { $0 + "/.local/share" }
        let folders = [own, data].compactMap { $0.map { $0 + "/systemd/user" } }
        return (folders + ["/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"])
            .contains { unsafe access("\($0)/pocketbell.service", F_OK) == 0 }
    }
}
