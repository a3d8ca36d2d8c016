import Configuration
import Control
import Glibc
import Observability
import Relay
import Runtime
import Sockets
import Store
import Systemd

/// `pocketbell run`.
package enum Program {
    /// Reads the configuration and watches until SIGTERM or SIGINT; SIGHUP reads the configuration again.
    package static func run(_ context: CommandContext, _ options: RunOptions) async -> CommandOutcome {
        guard let configuration = context.usableConfiguration() else { return .badConfiguration }
        let files = DescriptorLimit.raise()
        guard files >= leastFiles else {
            Output.problem(
                "no more than \(files) files may be open, and this program needs \(leastFiles)",
                hint: "raise the limit of open files (ulimit -n)")
            return .tryAgain
        }
        let log = Log(options)
        let outcome = await run(
            configuration, log, namedFile: context.configurationFile, signals: Stop.requests
        ) { context.usableConfiguration() }
        await log.close()
        return outcome
    }

    /// For some accounts and targets, and what sockets leave to files. With fewer its parts fail one after the other, each in
    /// a way of its own: with 64 nobody who asks for the status is let in as soon as one hub is connected.
    private static let leastFiles = 128

    /// Watches until a signal asks to stop.
    ///
    /// - Parameters:
    ///   - namedFile: the configuration file that the command line names.
    ///   - reread: reads the configuration again; `nil` if it cannot be used.
    static func run(
        _ configuration: Configuration, _ log: Log, namedFile: String?, signals: AsyncStream<ProcessSignals.Signal>,
        reread: @escaping @Sendable () -> Configuration?
    ) async -> CommandOutcome {
        do {
            let watch = try await open(configuration, log, namedFile: namedFile)
            let outcome = await run(configuration, watch, signals: signals, reread: reread)
            await watch.close()
            return outcome
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// Takes the state folder and the store, which no other instance may have.
    static func open(_ configuration: Configuration, _ log: Log, namedFile: String? = nil) async throws -> Watch {
        let folder = StateFolder(configuration.state)
        try folder.prepare(for: configuration)
        let store = try await openStore(folder, log)
        let command = SignInCommand(
            isService: ControlPlace.socket(of: folder).isForGroup, namedFile: namedFile.map(CommandContext.complete))
        return try Watch(folder: folder, store: store, loop: try EventLoop(), log: log, signInCommand: command)
    }

    /// A command such as `status` has the store for a moment when no program runs; that is no reason to give up at once. Several that
    /// are asked again and again on a busy machine have it for longer than a second between them.
    private static func openStore(_ folder: StateFolder, _ log: Log) async throws -> Store {
        let deadline = ContinuousClock.now + .seconds(3)
        while true {
            do throws(StoreError) {
                return try await Store.open(in: folder.path, logger: log.logger("store"))
            } catch {
                guard error.kind == .inUse, ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// - Parameter more: services that start last and stop first.
    static func run(
        _ configuration: Configuration, _ watch: Watch, signals: AsyncStream<ProcessSignals.Signal>,
        more: [any Service] = [], reread: @escaping @Sendable () -> Configuration?
    ) async -> CommandOutcome {
        do {
            let current = CurrentParts(try watch.parts(of: configuration))
            await watch.relay.take(current.parts.targets)
            let accounts = ReplaceableServices([current.parts.accounts])
            // The relay first: what an account causes then finds it working, and at the end it drains what the accounts caused.
            // Together they are never replaced, but begin again for as long as the store takes nothing at the start.
            let watchers = ReplaceableServices([watch.relay, accounts]) { watch.waits(StatusBoard.relay, for: $0) }
            let logger = watch.log.logger("program")
            let services: [any Service] =
                [
                    controlServer(watch, current), watchers, SessionFollower(watch, current),
                    ServiceManagerLink(watch, current),
                ] + more
            let watched = await current.parts.accounts.all
            warn(of: configuration, watched, logger)
            logger.info("watching", [.accounts: .integer(watched.count)])
            let outcome = await ServiceGroup(services).run(signals: signals) {
                await reload(watch, current, accounts, reread, logger)
            }
            if outcome.isClean { return .success }
            let failure = ServiceFailure(outcome)
            logger.error("the program cannot go on", [.reason: .text(failure.description)])
            return failure.cause.map { Output.outcome(of: $0) } ?? .internalError
        } catch {
            return Output.outcome(of: error)
        }
    }

    private static func controlServer(_ watch: Watch, _ current: CurrentParts) -> ControlServer {
        let (path, isForGroup) = ControlPlace.socket(of: watch.folder)
        return ControlServer(
            path: path, isForGroup: isForGroup, loop: watch.loop, api: watch.controlAPI(current),
            transactions: { TransactionFeed(store: watch.store).stream() })
    }

    /// What is allowed and hardly meant; once for each configuration.
    private static func warn(of configuration: Configuration, _ watchers: [AccountWatcher], _ logger: Logger) {
        let addresses = watchers.compactMap { $0.plainAddress?.sentence }
        for sentence in addresses + ConfigurationCheck.warnings(of: configuration) {
            logger.warning("the configuration may not be what is wanted", [.reason: .text(sentence)])
        }
    }

    /// A configuration is taken whole or refused whole: with a mistake in it, everything stays as it is.
    private static func reload(
        _ watch: Watch, _ current: CurrentParts, _ accounts: ReplaceableServices,
        _ reread: @Sendable () -> Configuration?, _ logger: Logger
    ) async {
        let file = watch.signInCommand.file
        func refuse(_ reason: String) {
            watch.board.refusedReload =
                "the last reload was refused, since \(reason); the old configuration stays: "
                + "run pocketbell config check \(file), then reload again"
        }
        guard let configuration = reread() else {
            refuse("the new configuration has mistakes")
            return logger.error("the new configuration has mistakes; the old one stays")
        }
        guard configuration.file != nil || current.parts.configuration.file == nil else {
            refuse("the configuration file is gone")
            return logger.error("the configuration file is gone; the old configuration stays")
        }
        guard StateFolder(configuration.state) == watch.folder else {
            refuse("another state folder needs a restart")
            return logger.error("another state folder needs a restart; the old configuration stays")
        }
        do {
            let parts = try watch.parts(of: configuration)
            current.set(parts)
            watch.board.refusedReload = nil
            let watchers = await parts.accounts.all
            watch.board.keep(only: watchers.map(\.name))
            await watch.relay.take(parts.targets)
            await accounts.replace(with: [parts.accounts])
            try await watch.takeUpNewcomers(parts)
            ServiceManager.status(await watch.statusLine(parts))
            warn(of: configuration, watchers, logger)
            logger.info("the new configuration is in force", [.accounts: .integer(watchers.count)])
        } catch {
            refuse("the new configuration cannot be used")
            logger.error("the new configuration cannot be used; the old one stays", [.reason: .text("\(error)")])
        }
    }
}
