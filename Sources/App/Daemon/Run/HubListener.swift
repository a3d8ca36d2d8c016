import AllowanceAPI
import Control
import HTTPClient
import Observability
import Runtime
import SignalRClient
import Sockets
import SyncEngine
import Values

/// Keeps one account's connection to its server's hub, and turns what the hub says into hints for the account's engine.
///
/// It knows no facts: whatever a message says, the engine reads over REST what is true.
final class HubListener: Service {
    let name: String

    private let account: WatchedAccount
    private let session: AllowanceSession
    private let engine: SyncEngine
    private let records: RecordKeeper
    private let network: HubNetwork
    private let board: StatusBoard
    private let logger: Logger
    private let metrics: HubMetrics
    private let reconnect: ReconnectPolicy
    private let ending = Promise<Void, Never>()
    /// Ends the pause before the next try, also one that has not begun.
    private let tryNow = Lock((@Sendable () -> Void)?.none)

    /// How long to wait before a server without a hub is asked again.
    private static let pauseWithoutHub = Duration.seconds(900)

    init(
        account: WatchedAccount, session: AllowanceSession, engine: SyncEngine, records: RecordKeeper,
        http: HTTPClient, watch: Watch, reconnect: ReconnectPolicy = .jittered()
    ) {
        self.reconnect = reconnect
        name = "hub \(account.name)"
        self.account = account
        self.session = session
        self.engine = engine
        self.records = records
        network = HubNetwork(loop: watch.loop, http: http, trust: TLSTrust(caFile: account.caFile))
        board = watch.board
        logger = watch.log.logger("hub").with(.account, .text(account.name))
        metrics = watch.hubMetrics
    }

    func run() async throws {
        _ = await race(stop: ending) {
            async let _: Void = self.tryAtRecoveries()
            async let _: Void = self.readRecordsAgain()
            await self.stayConnected()
        }
        engine.linkChanged(isUp: false)
        board.set(StatusBoard.Link(state: .stopped), for: account.name)
    }

    func stop() async { ending.keep() }

    /// Ends the wait before the next try, if there is one.
    func networkCameUp() { tryNow.withLock { $0 }?() }

    /// One try for each: whoever refuses although facts can be read is asked in its own time.
    private func tryAtRecoveries() async {
        while await engine.recoveries.wait() == .rung { networkCameUp() }
    }

    /// What the server did not answer it may answer now: scans are, too.
    private func readRecordsAgain() async {
        while await engine.answers.wait() == .rung { records.tryAgain() }
    }

    /// Returns when the hub is connected and deaf, so that another connection takes the place of this one.
    private func deafness() async {
        guard await engine.renewals.wait() == .rung else { return }
        logger.warning("the hub announces nothing of what happens; its connection is renewed")
    }

    /// Finds the hub and listens to it, again and again until the task is cancelled.
    private func stayConnected() async {
        var failures = 0
        var news = FailureNews()
        while !Task.isCancelled {
            let early = Promise<Void, Never>()
            tryNow.withLock { $0 = { early.keep() } }
            do throws(AllowanceError) {
                let url = try await session.findHub()
                failures = 0
                news.end()
                await listen(at: url)
                // The connection gave up: what it took for a hub is none any more.
                await session.forgetHub()
                try? await Task.sleep(for: .seconds(1))
            } catch {
                failures += 1
                if error.kind == .cancelled { continue }
                let pause = pause(after: error, failures)
                report(error, at: news.level(of: error.message), pause)
                if error.retryAfter != nil {
                    // The server's own wish is kept.
                    try? await Task.sleep(for: pause)
                } else {
                    _ = await race(limit: pause) { await early.outcomeUnlessCancelled() }
                }
            }
        }
    }

    private func report(_ error: AllowanceError, at level: LogLevel, _ pause: Duration) {
        let state: LiveStatus.Account.State =
            hasNoHub(error) ? .polling : error.needsSignIn ? .signInNeeded : .waiting
        // Many servers have no hub: that is nothing to mend, unless a person has said where it is.
        let nextStep = error.kind == .unknownRoute ? "" : error.nextStep(signingInBy: session.signInWay)
        let link = StatusBoard.Link(
            state: state, reason: error.message, nextStep: nextStep.isEmpty ? nil : nextStep,
            nextTryAt: WallClock.system.now.advanced(by: pause),
            isServerAway: error.kind == .unreachable || error.kind == .timedOut)
        board.set(link, for: account.name)
        guard hasNoHub(error) else {
            // Scans warn of what is not the hub's, and say what to do.
            let isTold = error.needsSignIn || Self.isOfScans.contains(error.kind)
            return logger.log(
                isTold ? .debug : level, "the hub cannot be asked for", [.hubReason: .text(error.message)])
        }
        logger.log(level, "no hub was found", [.hubReason: .text(error.message)])
    }

    /// What each scan meets too, and warns of.
    private static let isOfScans: [AllowanceError.Kind] = [
        .unreachable, .timedOut, .connectionLost, .passwordUnreadable, .tokenStoreFailed,
    ]

    private func hasNoHub(_ error: AllowanceError) -> Bool { error.kind == .unknownRoute || error.kind == .noHub }

    private func pause(after error: AllowanceError, _ failures: Int) -> Duration {
        if hasNoHub(error) { return Self.pauseWithoutHub }
        let bound = min(Duration.seconds(60), .seconds(1) * (1 << min(failures, 6)))
        return max(bound * Double.random(in: 0...1), error.retryAfter ?? .zero)
    }

    // MARK: One connection

    private func listen(at url: HTTPURL) async {
        var options = HubConnectionOptions()
        options.reconnect = reconnect
        options.logger = logger
        options.metrics = metrics
        options.accessToken = { [session, engine] request in
            // A scan meets the same refusal and gets a new token, or finds that a person must sign in.
            if request.lastWasRefused { engine.scanNow() }
            return AccessToken(try await session.token())
        }
        let connection = HubConnection(url.text, options: options, network: network)
        tryNow.withLock { $0 = { connection.networkCameUp() } }
        // Both are taken before the first attempt, so that nothing is missed.
        let (states, invocations) = (connection.states, connection.invocations)
        await firstToEnd(
            { await self.run(connection) }, { await self.follow(states, of: connection, at: url) },
            { await self.read(invocations) }, { await self.deafness() })
        engine.linkChanged(isUp: false)
    }

    private func run(_ connection: HubConnection) async {
        do throws(HubError) {
            try await connection.run()
        } catch {
            // Why it ended otherwise, its own log tells.
            guard error.kind == .badURL else { return }
            logger.warning("the hub's address cannot be used", [.hubReason: .text(error.message)])
        }
    }

    /// Tells of each change; returns when the hub is no hub any more.
    private func follow(_ states: HubStates, of connection: HubConnection, at url: HTTPURL) async {
        // The first state is the one before anything was tried.
        for await state in states where !state.isDisconnected || state.reason != nil {
            engine.linkChanged(isUp: state.isConnected)
            board.set(StatusBoard.Link(state, hub: url.origin, now: WallClock.system.now), for: account.name)
            if !state.isConnected, state.reason?.kind == .notAHub { return }
        }
    }

    // MARK: Messages

    private func read(_ invocations: HubInvocations) async {
        var reader = HubEventReader()
        for await invocation in invocations {
            let target = invocation.target
            let reading = invocation.withArguments { reader.read(target: target, arguments: $0) }
            if case .unknownEvent(let name, isFirst: true) = reading {
                logger.info("the hub says something unknown", [.hubTarget: .text(name)])
            }
            // Chores, goals and the like are announced under many names, and changed by what announces money.
            records.hint()
            engine.hint(
                Hint(
                    Self.subject(of: reading), target: target, frame: invocation.record,
                    receivedAt: WallClock.system.now))
        }
    }

    private static func subject(of reading: HubEventReader.Reading) -> Hint.Subject {
        switch reading {
        case .nothing: .nothing
        case .unknownEvent: .something
        case .hint(let hint): Hint.Subject(hint)
        }
    }
}

extension StatusBoard.Link {
    /// As `status` calls the phases of a connection.
    init(_ state: HubState, hub: String, now: Timestamp) {
        let (word, pause): (LiveStatus.Account.State, Duration?) =
            switch state.phase {
            case .connected: (.live, nil)
            case .connecting, .reconnecting: (.connecting, nil)
            case .waitingToConnect(_, let pause), .waitingToReconnect(_, let pause): (.waiting, pause)
            case .disconnected, .stopping: (.stopped, nil)
            }
        let reason = state.isConnected ? nil : state.reason
        self.init(
            state: word, reason: reason?.message, nextStep: reason?.nextStep, hub: hub,
            nextTryAt: pause.map { now.advanced(by: $0) }, isServerAway: reason?.kind.isOfServer ?? false)
    }
}

extension HubError.Kind {
    /// Whether nobody answered at the hub's server, not even to refuse.
    fileprivate var isOfServer: Bool {
        switch self {
        case .nameNotFound, .refused, .unreachable, .connectTimeout: true
        default: false
        }
    }
}
