import AllowanceAPI
import Configuration
import Daemon
import HTTPClient
import Relay
import Settings
import Systemd
import TextFormats
import Values

/// Tries for real what `init` was told, and keeps nothing of it.
struct SetupTrials: Sendable {
    let clients: HTTPClients

    /// Looks whether a family server answers.
    func reach(_ server: String) async throws {
        let server = try WatchedAccount.address(server)
        let probe = ServerProbe(
            server: server, http: try clients.client(trusting: nil), logger: Log.quiet.logger("api"))
        try await Patience.during("asking \(server.origin)") { try await probe.run() }
    }

    /// Signs in; the session is in memory alone.
    func signIn(_ account: SetupMachine.Account, _ password: Secret) async throws -> SignedIn {
        let server = try WatchedAccount.address(account.server)
        if let plain = PlainAddress(server, account: account.name) { Output.warning(plain.sentence) }
        let session = AllowanceSession(
            server: server, http: try clients.client(trusting: nil), logger: Log.quiet.logger("api"))
        return try await Patience.during("signing in at \(server.origin)") {
            try await session.signIn(email: account.email, password: password)
        }
    }

    /// Whether what was answered is what cannot be used, and not the world that was asked.
    static func isMistake(_ error: any Error) -> Bool {
        switch error {
        case let error as DaemonError: error.kind == .usage
        case is RelayError, is SecretSourceError: true
        default: false
        }
    }

    /// Sends a sample alert.
    ///
    /// - Throws: also what was answered wrongly; see ``isMistake(_:)``.
    func test(_ target: SetupTarget) async throws -> TestReport {
        let configuration = try TrialFile.target(target)
        let bus = SessionBus.ofSession()
        let http = try clients.client(trusting: nil)
        do {
            let report = try await Patience.during("sending a test alert to \(target.name)") {
                try await Relay.test(configuration, http: http, bus: bus)
            }
            await bus?.close()
            return report
        } catch {
            await bus?.close()
            throw error
        }
    }
}

/// The list of targets in a file that is not written yet.
struct TrialFile: SettingsSection {
    let targets: [TargetConfiguration]

    init(reading reader: inout SettingsReader) {
        targets = reader.sections("targets", TargetConfiguration.self, help: "What is tried.")
    }

    /// The target as its file will have it, but with its secrets in place: nothing of it is on a disk.
    ///
    /// - Throws: what the configuration would not take of it, without a word of what was answered.
    static func target(_ target: SetupTarget) throws(DaemonError) -> TargetConfiguration {
        let lines = ["targets:"] + target.lines { _, secret in secret.withText { $0 } }
        do throws(Diagnostics) {
            let read = try SettingsFile.read(
                TrialFile.self, bytes: Array(lines.joined(separator: "\n").utf8),
                origin: SettingsOrigin(name: target.name))
            if let configuration = read.settings.targets.first { return configuration }
        } catch {
            throw DaemonError(
                .usage, "such a target is none that a configuration takes: \(error)",
                hint: "answer otherwise, or leave it out here and write it into the file: pocketbell config reference")
        }
        throw DaemonError(.usage, "the target \(target.name) says nothing")
    }
}
