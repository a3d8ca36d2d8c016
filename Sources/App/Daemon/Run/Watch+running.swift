package import Configuration
import Control
import Dashboard
import Observability
import Relay
package import Runtime
import Sockets
import Store
import Systemd
import Values

extension Watch {
    /// Takes the state folder and the store, which no other instance may have, hands all to the body and closes it again.
    ///
    /// - Parameter namedFile: the configuration file that the command line names.
    package static func with<Value>(
        _ configuration: Configuration, _ log: Log, namedFile: String? = nil, _ body: (Watch) async throws -> Value
    ) async throws -> Value {
        let watch = try await open(configuration, log, namedFile: namedFile)
        do {
            let value = try await body(watch)
            await watch.close()
            return value
        } catch {
            await watch.close()
            throw error
        }
    }

    private static func open(_ configuration: Configuration, _ log: Log, namedFile: String?) async throws -> Watch {
        log.show(timesFor: configuration)
        let folder = StateFolder(configuration.state)
        try folder.prepare(for: configuration)
        let store = try await PatientOpening.open(folder, log)
        let command = ProgramCommands(
            isService: folder.controlPlace().isForGroup, namedFile: namedFile.map(ProcessEnvironment.complete),
            ownFile: Configuration.unusualOwnFile(environment: ProcessEnvironment.variables))
        return try Watch(folder: folder, store: store, loop: try EventLoop(), log: log, commands: command)
    }

    /// Watches until a signal asks to stop; a hang-up reads the configuration again.
    ///
    /// - Parameters:
    ///   - more: services that start last and stop first.
    ///   - reread: reads the configuration again; `nil` if it cannot be used.
    /// - Returns: Whether the store has to be opened again, by another run.
    /// - Throws: ``ServiceFailure`` when a part ends or cannot start, which is logged already; else what keeps the
    ///   configuration from being used.
    package func run(
        _ configuration: Configuration, signals: AsyncStream<ProcessSignals.Signal>, more: [any Service] = [],
        reread: @escaping @Sendable () -> Configuration?
    ) async throws -> WatchEnding {
        let current = CurrentParts(try await parts(of: configuration))
        await take(current.parts)
        let accounts = current.parts.accounts
        // The relay first: what an account causes then finds it working, and at the end it drains what the accounts caused.
        // Together they are never replaced, but begin again for as long as the store takes nothing at the start.
        let watchers = ReplaceableServices([relay, accounts]) { waits(StatusBoard.relay, for: $0) }
        let logger = log.logger("program")
        let approvals = ApprovalDesk(self, current)
        let monitoring = try MonitoringServices(self, current, approvals)
        let page = PageServer(self, current)
        let (news, occasions) = (FullDiskTeller(self, current), OccasionTeller(self, current))
        let services: [any Service] =
            [
                controlServer(current, page), watchers, problemTeller(current), news, DiskKeeper(self, current, news),
                SessionFollower(self, current), NetworkFollower(self, current), ClockFollower(self, current, occasions),
                StoreKeeper(store, logger: log.logger("store"), wish: copyWaits),
                approvals, monitoring.listener, monitoring.heartbeat, monitoring.desktops, page,
                ServiceManagerLink(self, current), occasions,
            ] + more
        let watched = await accounts.all
        warn(of: configuration, watched, logger)
        logger.info("watching", [.accounts: .integer(watched.count)])
        await sayWhatIsMissing(current.parts, logger)
        let outcome = await ServiceGroup(services).run(signals: signals) {
            await reload(current, reread, logger)
            monitoring.look()
            page.look()
            occasions.look()
        }
        guard !outcome.isClean else { return .stopped }
        if outcome.reopens(logger) { return .reopens }
        let failure = ServiceFailure(outcome)
        logger.error("the program cannot go on", [.reason: .text(failure.description)])
        throw failure
    }

    private func problemTeller(_ current: CurrentParts) -> ProblemTeller {
        ProblemTeller(store: store, logger: log.logger("program")) {
            await healthFacts(current.parts)
        } plan: { event, troubled, isOver in
            let (rules, now) = (current.parts.rules, WallClock.system.now)
            return (
                rules.deliveries(of: event, besides: troubled, isOver: isOver, at: now),
                rules.barred(from: Occurrence(event, at: now))
            )
        }
    }

    private func controlServer(_ current: CurrentParts, _ page: PageServer) -> ControlServer {
        let (path, isForGroup) = folder.controlPlace()
        let api = controlAPI(current, page)
        return ControlServer(
            path: path, isForGroup: isForGroup, loop: loop, api: api,
            transactions: { TransactionFeed(store: store).stream() },
            status: { StatusFeed(api: api, store: store, news: news).stream() },
            sync: { account throws(ControlAnswer.Refusal) in
                try await SyncOrder.stream(of: account, current.parts, commands)
            })
    }

    /// What is allowed and hardly meant; once for each configuration.
    private func warn(of configuration: Configuration, _ watchers: [AccountWatcher], _ logger: Logger) {
        let addresses = watchers.compactMap { $0.plainAddress?.sentence }
        for sentence in addresses + RelaySettings.warnings(of: configuration) + Examination.warnings(of: configuration)
        {
            logger.warning("the configuration may not be what is wanted", [.reason: .text(sentence)])
        }
    }

    /// Of a program that cannot do anything yet, with the command that ends it.
    private func sayWhatIsMissing(_ parts: Parts, _ logger: Logger) async {
        for problem in await healthFacts(parts).problems(at: WallClock.system.now) {
            guard problem.kind == .noAccount || problem.kind == .noTarget else { continue }
            logger.warning("waits for a person", [.reason: .text(problem.text)])
        }
    }

    /// A configuration is taken whole or refused whole: with a mistake in it, everything stays as it is.
    private func reload(
        _ current: CurrentParts, _ reread: @Sendable () -> Configuration?, _ logger: Logger
    ) async {
        func refuse(_ reason: String) {
            board.reloadRefused(since: reason)
        }
        guard let configuration = reread() else {
            refuse("the new configuration has mistakes")
            return logger.error("the new configuration has mistakes; the old one stays")
        }
        guard configuration.file != nil || current.parts.configuration.file == nil else {
            refuse("the configuration file is gone")
            return logger.error("the configuration file is gone; the old configuration stays")
        }
        guard StateFolder(configuration.state) == folder else {
            refuse("another state folder needs a restart")
            return logger.error("another state folder needs a restart; the old configuration stays")
        }
        do {
            let parts = try await parts(of: configuration, after: current.parts.accounts)
            current.set(parts)
            board.reloadRefused(since: nil)
            log.show(timesFor: configuration)
            await take(parts)
            try await takeUpNewcomers(parts)
            changedSessions.lookForFiles()
            let watchers = await parts.accounts.all
            ServiceManager.status(await statusLine(parts))
            warn(of: configuration, watchers, logger)
            logger.info("the new configuration is in force", [.accounts: .integer(watchers.count)])
        } catch {
            refuse("the new configuration cannot be used")
            logger.error("the new configuration cannot be used; the old one stays", [.reason: .text("\(error)")])
        }
    }
}
