import AllowanceAPI
import Configuration
import Daemon
import HTTPClient
import Relay
import Settings
import Systemd
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

    /// Sends a sample alert.
    func test(_ target: SetupTarget) async throws -> TestReport {
        let configuration = try TargetConfiguration(Configuration.Target(target))
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

extension Configuration.Target {
    /// As the configuration that is not written yet would have it.
    fileprivate init(_ target: SetupTarget) throws {
        func source(_ field: SetupTarget.Field) -> SecretSource? {
            switch target[field] {
            case .nothing: nil
            case .plain(let text): .literal(Secret(text))
            case .secret(let secret): .literal(secret)
            case .kept(let source, _): source
            }
        }
        func needed(_ field: SetupTarget.Field) throws -> SecretSource {
            guard let source = source(field) else {
                throw DaemonError(.usage, "the target \(target.name) needs '\(field.key)'")
            }
            return source
        }
        let connection = Connection(allowsPrivateAddresses: target.allowsPrivateAddresses)
        let kind: Kind
        switch target.kind {
        case .desktop: kind = .desktop
        case .webhook:
            kind = .webhook(url: try needed(.address), key: source(.signs), headers: [], connection)
        case .slack: kind = .slack(url: try needed(.address), connection)
        case .discord: kind = .discord(url: try needed(.address), connection)
        case .ntfy:
            let server = if case .plain(let text) = target[.server] { text } else { Self.usualNtfyServer }
            kind = .ntfy(server: server, topic: try needed(.topic), token: source(.token), connection)
        }
        self.init(name: target.name, kind: kind)
    }
}
