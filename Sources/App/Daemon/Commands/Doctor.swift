import AllowanceAPI
import Configuration
import Dashboard
import Glibc
import HTTPClient
import JSON
import Settings
import Store
import Systemd
import Terminal
import TextFormats
import Values

/// `pocketbell doctor`.
package enum Doctor {
    /// One thing that was looked at.
    struct Finding: Sendable, Equatable {
        enum State: String, Sendable {
            case good, warning, bad
        }

        let name: String
        let state: State
        let message: String
        var hint: String?

        static func good(_ name: String, _ message: String) -> Finding {
            Finding(name: name, state: .good, message: message)
        }
    }

    package static func run(_ context: CommandContext) async -> CommandOutcome {
        guard let configuration = context.configuration() else { return .badConfiguration }
        var findings = [Self.configuration(configuration), timeZones]
        findings += referents(configuration)
        findings += await state(configuration)
        findings += await accounts(configuration)
        findings += await desktop(configuration)
        for finding in findings { show(finding, context) }
        return findings.contains { $0.state == .bad } ? .unavailable : .success
    }

    private static func configuration(_ configuration: Configuration) -> Finding {
        .good("configuration", configuration.file.map { "\($0) is right" } ?? "no file, so everything is as it comes")
    }

    private static func referents(_ configuration: Configuration) -> [Finding] {
        guard let mistakes = configuration.referents.mistakes() else { return [] }
        return mistakes.all.map { mistake in
            Finding(
                name: "configuration", state: .bad,
                message: "\(mistakes.source.name):\(mistake.range.start): \(mistake.message)", hint: mistake.hint)
        }
    }

    /// Without the zone files a time of day in a configuration means nothing.
    private static var timeZones: Finding {
        unsafe access("/usr/share/zoneinfo/Europe/Berlin", R_OK) == 0
            ? .good("time zones", "the package tzdata is there")
            : Finding(
                name: "time zones", state: .warning, message: "the package tzdata is missing",
                hint: "apt-get install tzdata")
    }

    private static func state(_ configuration: Configuration) async -> [Finding] {
        do {
            let (isLive, status) = try await Inquiry.with(configuration) { inquiry in
                (inquiry.isLive, try await inquiry.ask(ControlRequest(.get, ["status"])))
            }
            let balance =
                status["balanced"] == .bool(true)
                ? Finding.good("counts", "they add up")
                : Finding(
                    name: "counts", state: .bad, message: "they do not add up",
                    hint: "keep the state folder and report this")
            let program = isLive ? "it runs and answers" : "it does not run; the store can be used"
            return [.good("program", program), .good("store", configuration.state), balance]
        } catch {
            let sentence = (error as? StoreError)?.sentence ?? "\(error)"
            return [
                Finding(name: "store", state: .bad, message: sentence, hint: (error as? StoreError)?.nextStep)
            ]
        }
    }

    private static func accounts(_ configuration: Configuration) async -> [Finding] {
        let folder = StateFolder(configuration.state)
        let accounts: [WatchedAccount]
        do throws(DaemonError) {
            accounts = try WatchedAccount.all(of: configuration, in: folder)
        } catch {
            return [Finding(name: "accounts", state: .bad, message: error.message, hint: error.hint)]
        }
        let clients = HTTPClients()
        var findings: [Finding] = []
        for account in accounts {
            findings.append(await check(account, clients, folder))
            guard let plain = PlainAddress(account.server, account: account.name) else { continue }
            findings.append(
                Finding(name: "account \(account.name)", state: .warning, message: plain.message, hint: plain.hint))
        }
        await clients.close()
        return findings
    }

    private static func check(_ account: WatchedAccount, _ clients: HTTPClients, _ folder: StateFolder) async -> Finding
    {
        let name = "account \(account.name)"
        do {
            let session = account.session(
                http: try clients.client(trusting: account.caFile), folder: folder, log: .quiet)
            let children = try await Patience.during("asking \(account.server.origin)") {
                try await session.children().value.count
            }
            return .good(name, "\(account.server.origin) answers; \(children) children")
        } catch let error as AllowanceError {
            return Finding(name: name, state: .bad, message: error.message, hint: error.nextStep)
        } catch {
            return Finding(name: name, state: .bad, message: "\(error)")
        }
    }

    private static func desktop(_ configuration: Configuration) async -> [Finding] {
        let names = configuration.targets.filter { if case .desktop = $0.kind { true } else { false } }.map(\.name)
        guard let name = names.first else { return [] }
        guard let bus = SessionBus.ofSession() else {
            return [
                Finding(
                    name: "target \(name)", state: .warning, message: "there is no desktop session here",
                    hint: "popups wait until the program runs in one; see systemctl --user")
            ]
        }
        let capabilities = try? await DesktopNotifications(bus: bus, application: "PocketBell").capabilities()
        await bus.close()
        return [
            capabilities.map { .good("target \(name)", "a notification server answers (\($0.count) abilities)") }
                ?? Finding(
                    name: "target \(name)", state: .warning, message: "no notification server answers",
                    hint: "popups wait until one runs")
        ]
    }

    private static func show(_ finding: Finding, _ context: CommandContext) {
        guard !context.isJSON else {
            return Output.line([
                "name": .string(finding.name), "state": .string(finding.state.rawValue),
                "message": .string(finding.message), "hint": finding.hint.map { .string($0) } ?? nil,
            ])
        }
        let style = Report.style
        let mark =
            switch finding.state {
            case .good: style("good   ", .success)
            case .warning: style("warning", .warning)
            case .bad: style("bad    ", .error)
            }
        Output.line("\(mark)  \(finding.name): \(finding.message.harmless)")
        if let hint = finding.hint, !hint.isEmpty { Output.line("         \(hint.harmless)") }
    }
}
