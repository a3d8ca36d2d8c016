package import AllowanceAPI
package import Configuration
package import Control
import Glibc
import HTTPClient
import Relay
import Runtime
import Settings
package import Store
import Systemd
import TextFormats
import Values

/// What can be wrong with an installation, each looked at by itself: by the running program, or by a command where none runs.
package enum Examination {
    // MARK: The configuration

    /// The mistakes of what a readable file names, or that it is right.
    package static func configuration(_ configuration: Configuration) -> [Finding] {
        let unseen = configuration.referents.unseen.map {
            Finding(
                name: "configuration", state: .warning, message: $0, hint: "ask the service: pocketbell doctor --system"
            )
        }
        guard let mistakes = configuration.referents.mistakes(fromElsewhere: true) else {
            let file = configuration.file.map { "\($0) is right" }
            return [.good("configuration", file ?? "no file, so everything is as it comes")] + unseen
        }
        return unseen
            + mistakes.all.map { mistake in
                Finding(
                    name: "configuration", state: mistake.severity == .error ? .bad : .warning,
                    message: "\(mistakes.source.name):\(mistake.range.start): \(mistake.message)", hint: mistake.hint)
            }
    }

    /// What the file says by now: the program may run with what it said before, and would not start again.
    static func file(of running: Configuration, _ commands: ProgramCommands) -> [Finding] {
        guard let file = running.file else { return configuration(running) }
        do throws(ConfigurationErrors) {
            return configuration(try Configuration.load(path: file, environment: ProcessEnvironment.variables))
        } catch {
            return [
                Finding(
                    name: "configuration", state: .bad,
                    message: "\(error); the program runs with what it said before",
                    hint: commands.check)
            ]
        }
    }

    /// Programs of targets that cannot be run now: one may be installed later.
    private static func programs(of configuration: Configuration) -> [String] {
        configuration.targets.compactMap { target in
            target.missingProgram.map { target.places.sentence("target \(target.name): \($0)", at: "program") }
        }
    }

    /// What a configuration allows and hardly anybody means, in sentences with their places in the file.
    package static func warnings(of configuration: Configuration) -> [String] {
        var warnings: [String] = []
        if configuration.rules.isEmpty {
            warnings.append(
                configuration.places.sentence("nobody is told anything, since 'rules' is empty", at: "rules"))
        }
        if let key = configuration.desktops?.key, CertificateFile.isExposed(key) {
            warnings.append(
                configuration.places.sentence(
                    "others can read \(key), and who has it can pose as this machine; run: chmod 600 \(key), or 640 where the "
                        + "service's group reads it", at: "desktops"))
        }
        warnings += IgnoredLooks.sentences(of: configuration)
        if let mistakes = configuration.referents.mistakes(.perhapsLater, fromElsewhere: true) {
            warnings += mistakes.all.map {
                "\(mistakes.source.name):\($0.range.start): \($0.message); it is needed when the account signs in"
            }
        }
        let advice = RuleAdvice(configuration.rules)
        warnings += configuration.referents.unseen + advice.unnamed(configuration.targets) + advice.shadowed
        warnings += advice.forNobody(configuration.targetsOfChildren) + advice.conflicting
        warnings += advice.unknownAccounts(listed: configuration.accounts.map(\.name))
        warnings += ApprovalAdvice(configuration).sentences + LadderAdvice(configuration.rules).sentences
        return warnings + PeopleAdvice(configuration.people).shared + programs(of: configuration)
    }

    // MARK: The machine

    /// Without the zone files a time of day in a configuration means nothing.
    package static var timeZones: Finding {
        unsafe access("/usr/share/zoneinfo/Europe/Berlin", R_OK) == 0
            ? .good("time zones", "the package tzdata is there")
            : Finding(
                name: "time zones", state: .warning, message: "the package tzdata is missing",
                hint: "apt-get install tzdata")
    }

    /// Whether popups reach anybody; nothing where no target is the desktop.
    package static func desktop(_ configuration: Configuration) async -> [Finding] {
        let names = configuration.targets.filter { $0.kind == .desktop }.map(\.name)
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

    /// What drills have proven, and what is wrong.
    static func standing(_ facts: HealthFacts, at now: Timestamp) -> [Finding] {
        let problems = facts.problems(at: now)
        let away = problems.filter { [.targetSuspended, .targetFailing, .targetSilent].contains($0.kind) }
        return drills(facts, besides: Set(away.compactMap(\.subject)), at: now) + troubles(problems)
    }

    /// - Parameter away: of what takes nothing now, its problem says enough.
    private static func drills(_ facts: HealthFacts, besides away: Set<String>, at now: Timestamp) -> [Finding] {
        let targets = Set(facts.live?.targets.map(\.name) ?? []).subtracting(away)
        return facts.drills.filter { targets.contains($0.last.target) && !$0.isSilent(at: now, by: facts) }.compactMap {
            standing in
            standing.provenAt.map { moment in
                let days = Int(now.duration(since: moment) / .seconds(86_400))
                let age = days < 1 ? "today" : days == 1 ? "yesterday" : "\(days) days ago"
                return .good("target \(standing.last.target)", "proven by a drill \(age)")
            }
        }
    }

    /// After so long without a sign a desktop may have been forgotten; sooner it is merely off.
    private static let patience = Duration.seconds(7 * 86_400)

    /// The desktops elsewhere that have a token, of which each was there lately or may be forgotten.
    static func desktops(
        in store: Store, _ commands: ProgramCommands, now: Timestamp = WallClock.system.now
    ) async -> [Finding] {
        let rows = (try? await store.read("desktop.tokens") { try $0.tokens() }) ?? []
        return rows.compactMap { row in
            guard let target = row.target else { return nil }
            let (name, last) = ("desktop \(target)", row.seenAt ?? row.createdAt)
            guard now.duration(since: last) > patience else {
                return .good(
                    name,
                    row.seenAt == nil
                        ? "token \(row.number) is new, and nobody has come with it yet"
                        : "somebody has come with token \(row.number) within a week")
            }
            return Finding(
                name: name, state: .warning,
                message: "nobody has come with token \(row.number) for a week",
                hint: "start it there: systemctl --user start pocketbell-desktop; or take it back: "
                    + commands.line("token revoke \(row.number)"))
        }
    }

    // MARK: The store

    /// - Parameter error: why the running program's last change was not taken.
    package static func store(in folder: StateFolder, refused error: StoreError? = nil) -> Finding {
        if let error { return Finding(name: "store", state: .bad, message: error.sentence, hint: error.nextStep) }
        guard let room = folder.roomReading(), room.level != .ok else { return .good("store", folder.path) }
        return Finding(
            name: "store", state: room.level == .full ? .bad : .warning,
            message: "the disk of \(folder.path) has room for \(StoreRoom.size(max(0, room.spare))) more",
            hint: "make room on it")
    }

    /// Nothing where they do not: that is a problem, which `troubles` tells.
    ///
    /// - Parameter isBalanced: as `status` has it.
    package static func balance(_ isBalanced: Bool) -> [Finding] {
        isBalanced ? [.good("counts", "they add up")] : []
    }

    // MARK: Accounts

    /// Whether the account's server answers its session, and whether others can read what they say.
    ///
    /// - Parameter command: signs the account in.
    package static func account(
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
        do throws(AllowanceError) {
            let children = try await session.children().value.count
            let person = (try? await session.account())?.email ?? ""
            let who = person.isEmpty ? "" : "; signed in as \(person)"
            return .good(
                name, "\(account.server.origin) answers; \(children) \(children == 1 ? "child" : "children")\(who)")
        } catch {
            let hint = error.kind == .signInRequired ? command : error.nextStep(signingInBy: session.signInWay)
            return Finding(name: name, state: .bad, message: error.message, hint: hint)
        }
    }

    /// What `status` names, besides what is looked at here.
    package static func troubles(_ problems: [Problem]) -> [Finding] {
        problems.filter { !isExamined($0.kind) }.map { problem in
            Finding(
                name: name(of: problem), state: problem.severity == .needsPerson ? .bad : .warning,
                message: problem.sentence, hint: problem.nextStep)
        }
    }

    /// What has a finding of its own.
    private static func isExamined(_ kind: Problem.Kind) -> Bool {
        switch kind {
        case .signInNeeded, .cannotScan, .storeRefuses, .diskLow: true
        case .notRunning, .noAccount, .scanOverdue, .hubLost, .hubMissing, .historyShorter, .hubDeaf,
            .balanceUnexplained, .noTarget, .targetSuspended, .targetSilent, .targetFailing, .desktopWithoutToken,
            .deadDeliveries,
            .strandedDeliveries,
            .parkedIntents, .openConflicts, .accountingBroken, .unreadableRows, .storeRecovered, .outcomesUnrecorded,
            .storeUnsafe,
            .partWaiting, .metricsNotServed, .reloadRefused, .reloadPending, .unknownChild:
            false
        }
    }

    private static func name(of problem: Problem) -> String {
        let subject = problem.subject ?? ""
        return switch problem.kind {
        case .signInNeeded, .cannotScan, .scanOverdue, .hubLost, .hubMissing, .historyShorter, .hubDeaf,
            .balanceUnexplained, .openConflicts:
            "account \(subject)"
        case .targetSuspended, .targetSilent, .targetFailing, .desktopWithoutToken, .deadDeliveries,
            .strandedDeliveries, .outcomesUnrecorded,
            .reloadPending:
            "target \(subject)"
        case .noAccount: "accounts"
        case .noTarget: "targets"
        case .unknownChild: "configuration"
        case .parkedIntents: "entries"
        case .accountingBroken: "counts"
        case .unreadableRows, .storeRefuses, .diskLow, .storeUnsafe, .storeRecovered: "store"
        case .metricsNotServed: "metrics"
        case .notRunning, .partWaiting, .reloadRefused: "program"
        }
    }

    /// What no program can do before a person does something, where none runs that could say so.
    package static func missing(accounts: Int, targets: Int, _ commands: ProgramCommands) -> [Finding] {
        troubles(
            (accounts == 0 ? [Problem.noAccount(commands)] : []) + (targets == 0 ? [Problem.noTarget(commands)] : []))
    }
}
