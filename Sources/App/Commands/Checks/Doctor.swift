import AllowanceAPI
import Configuration
import Control
import Glibc
import HTTPClient
import JSON
import Relay
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

        /// As `doctor --json` prints it, and as the running program answers.
        var json: JSONValue {
            [
                "name": .string(name), "state": .string(state.rawValue), "message": .string(message),
                "hint": hint.map { .string($0) } ?? nil,
            ]
        }
    }

    /// Looks for what is wrong: the running program does so itself; without one its files are examined.
    ///
    /// - Returns: `.unavailable` when anything is bad; a warning alone is a success.
    package static func run(_ context: CommandContext) async -> CommandOutcome {
        do {
            let findings: [Finding]
            switch try await Addressee.find(context) {
            case .program(let program):
                let answer = try await Inquiry.with(program) { inquiry in
                    try await Patience.during("waiting for the running program") {
                        try await inquiry.ask(ControlRequest(.get, ["doctor"]))
                    }
                }
                findings = try JSONNode(answer).elements().map { node throws(JSONError) in try Finding(node) }
            case .files(let configuration):
                if !StateFolder(configuration.state).isInUse, configuration.file == nil {
                    findings = Self.configuration(configuration) + [timeZones, nothing]
                } else {
                    findings = await examine(configuration)
                }
            }
            for finding in findings { show(finding, context) }
            return findings.contains { $0.state == .bad } ? .unavailable : .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// The same within the running program, with its rights and its sessions.
    static func answer(_ watch: Watch, _ parts: Parts) async -> ControlAnswer {
        var findings = file(parts.configuration) + [timeZones]
        findings.append(.good("program", "it runs and answers"))
        findings.append(store(in: watch.folder, refused: watch.store.refusedChange))
        if let accounting = try? await watch.store.accounting(), let counts = try? await watch.store.counts() {
            findings.append(balance(accounting.isBalanced && counts.areHintsBalanced))
        }
        for watcher in await parts.accounts.all {
            let command = watch.signInCommand.words(for: watcher.name)
            findings += await check(watcher.account, watcher.session, command: command)
        }
        findings += waiting(await parts.accounts.all.count, targets: parts.targets.count, watch.signInCommand)
        findings += await desktop(parts.configuration)
        findings += await watch.troubles(parts).map { Finding(name: "program", state: .warning, message: $0) }
        return .value(.array(findings.map(\.json)))
    }

    /// Where no program runs.
    private static func examine(_ configuration: Configuration) async -> [Finding] {
        var findings = Self.configuration(configuration) + [timeZones]
        findings += await state(configuration)
        findings += await accounts(configuration)
        findings += await desktop(configuration)
        return findings
    }

    private static var nothing: Finding {
        Finding(
            name: "program", state: .bad,
            message: "no program of yours runs, nobody is signed in, and there is no service",
            hint: "pocketbell login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG, then: pocketbell run")
    }

    /// What the program cannot do before a person does something.
    private static func waiting(_ accounts: Int, targets: Int, _ command: SignInCommand) -> [Finding] {
        var findings: [Finding] = []
        if accounts == 0 {
            findings.append(
                Finding(name: "accounts", state: .bad, message: "nobody is signed in", hint: "run: \(command.first)"))
        }
        if targets == 0 {
            findings.append(
                Finding(
                    name: "targets", state: .warning, message: "nobody is told: no target is configured",
                    hint: "add one to 'targets:' in \(command.file)"))
        }
        return findings
    }

    /// - Parameter error: why the running program's last change was not taken.
    private static func store(in folder: StateFolder, refused error: StoreError?) -> Finding {
        if let error { return Finding(name: "store", state: .bad, message: error.sentence, hint: error.nextStep) }
        let megabytes = folder.room.map { $0 >> 20 }
        guard let megabytes, megabytes < scarceMegabytes else { return .good("store", folder.path) }
        return Finding(
            name: "store", state: megabytes == 0 ? .bad : .warning,
            message: "the disk of \(folder.path) has room for \(megabytes) MiB", hint: "make room on it")
    }

    /// With less than this much room on the disk a person should know before it is full.
    private static let scarceMegabytes: UInt64 = 64

    private static func balance(_ isBalanced: Bool) -> Finding {
        isBalanced
            ? .good("counts", "they add up")
            : Finding(
                name: "counts", state: .bad, message: "they do not add up",
                hint: "keep the state folder and report this")
    }

    /// What the file says by now: the program may run with what it said before, and would not start again.
    private static func file(_ running: Configuration) -> [Finding] {
        guard let file = running.file else { return configuration(running) }
        do throws(ConfigurationErrors) {
            return configuration(try Configuration.load(path: file, environment: CommandContext.environment))
        } catch {
            return [
                Finding(
                    name: "configuration", state: .bad,
                    message: "\(error); the program runs with what it said before",
                    hint: "run: pocketbell config check \(file)")
            ]
        }
    }

    /// The mistakes of what a readable file names, or that it is right.
    private static func configuration(_ configuration: Configuration) -> [Finding] {
        guard let mistakes = configuration.referents.mistakes() else {
            let file = configuration.file.map { "\($0) is right" }
            return [.good("configuration", file ?? "no file, so everything is as it comes")]
        }
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
            let isBalanced = try await Inquiry.withStore(of: configuration) { inquiry in
                try await inquiry.ask(ControlRequest(.get, ["status"]))["balanced"] == .bool(true)
            }
            return [
                .good("program", "it does not run; the store can be used"),
                store(in: StateFolder(configuration.state), refused: nil),
                balance(isBalanced),
            ]
        } catch {
            let complaint = Complaint(error)
            return [Finding(name: "store", state: .bad, message: complaint.message, hint: complaint.hint)]
        }
    }

    private static func accounts(_ configuration: Configuration) async -> [Finding] {
        let folder = StateFolder(configuration.state)
        let command = SignInCommand(isService: false, namedFile: configuration.file)
        let clients = HTTPClients()
        var findings: [Finding] = []
        do {
            let accounts = try WatchedAccount.all(of: configuration, in: folder)
            for account in accounts {
                let session = account.session(
                    http: try clients.client(trusting: account.caFile), folder: folder, log: .quiet)
                findings += await check(account, session, command: command.words(for: account.name))
            }
            findings += waiting(accounts.count, targets: configuration.targets.count, command)
        } catch {
            let complaint = Complaint(error)
            findings.append(Finding(name: "accounts", state: .bad, message: complaint.message, hint: complaint.hint))
        }
        await clients.close()
        return findings
    }

    private static func check(
        _ account: WatchedAccount, _ session: AllowanceSession, command: String
    ) async -> [Finding] {
        let name = "account \(account.name)"
        let answer = await answer(name, account, session, command: command)
        guard let plain = PlainAddress(account.server, account: account.name) else { return [answer] }
        return [answer, Finding(name: name, state: .warning, message: plain.message, hint: plain.hint)]
    }

    private static func answer(
        _ name: String, _ account: WatchedAccount, _ session: AllowanceSession, command: String
    ) async -> Finding {
        do {
            let children = try await Patience.during("asking \(account.server.origin)") {
                try await session.children().value.count
            }
            let person = (try? await session.account())?.email ?? ""
            let who = person.isEmpty ? "" : "; signed in as \(person)"
            return .good(name, "\(account.server.origin) answers; \(children) children\(who)")
        } catch let error as AllowanceError {
            let hint = error.kind == .signInRequired ? "run: \(command)" : error.nextStep
            return Finding(name: name, state: .bad, message: error.message, hint: hint)
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
        guard !context.isJSON else { return Output.line(finding.json) }
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

extension Doctor.Finding {
    /// Reads what ``json`` wrote; what is worse than this version knows is bad.
    init(_ node: JSONNode) throws(JSONError) {
        self.init(
            name: try node.required("name").string(),
            state: State(rawValue: try node.required("state").string()) ?? .bad,
            message: try node.required("message").string(), hint: try node.optional("hint")?.string())
    }
}
