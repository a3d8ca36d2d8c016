import Runtime
import SignalRProtocol
import Sockets

/// One connection as the hub sees it, with one id, from its first transport to its end: carries out what the machine decides.
/// A `HubConnection` has one after the other.
///
/// While nothing happens it has no task: what arrives is read where it arrives (``pump()``), records go straight to the
/// transport, and a sweep of the network looks after silence.
final class HubLink: InvocationSource, SweptLink {
    /// What a link tells its owner.
    struct Events: Sendable {
        /// ``HubLink/prepared(_:)`` said that it may be used; in order with what is received.
        let prepared: @Sendable () -> Void
        /// The last word.
        let ended: @Sendable (LinkEnding) -> Void
    }

    private struct State {
        var machine: LinkMachine
        /// Whom to tell; `nil` when all has been told.
        var events: Events?
    }

    let calls = CallTable()
    let settings: HubSettings
    private let network: HubNetwork
    let writer: LinkWriter
    private let reader: LinkReader
    /// With stateful reconnect: then it outlives its transports.
    private let reattachment: Reattachment?
    private let tokens: TokenKeeper?
    private let state: Lock<State>

    init(_ opening: HubOpening, handlers: HandlerQueue, settings: HubSettings, on network: HubNetwork) {
        let options = settings.options
        self.settings = settings
        self.network = network
        tokens = opening.tokens
        reattachment = opening.reopen.map { Reattachment($0, settings, on: network.loop) }
        let session = opening.reopen.map { _ in StatefulSession(limit: max(1, options.statefulBufferBytes)) }
        writer = LinkWriter(opening.transport, session, options.metrics?.sent)
        reader = LinkReader(opening, handlers, calls, writer, settings)
        state = Lock(State(machine: LinkMachine(isStateful: session != nil)))
    }

    var options: HubConnectionOptions { settings.options }
    var shortestSilence: Duration { min(options.pingInterval, options.serverTimeout) }
    private var loop: EventLoop { network.loop }

    // MARK: Life

    /// Serves the transport, and those that follow it, until that ends or is stopped.
    ///
    /// - Parameter events: are told, on the service thread or in a task that prefers it.
    func start(_ events: Events) {
        state.withLock { $0.events = events }
        // Polls have a limit of their own, and the hub is not to be pinged, nor does it ping, beside them.
        if writer.transport.kind != .longPolling {
            // A server begins to time out a client at its first ping.
            post(.ping)
            network.sweep.add(self)
        }
        if let tokens {
            // Loose because nothing waits here: it ends with the link.
            Task { await tokens.run() }
        }
        // Foreign code may be called for what came with the handshake: on the service thread, as later.
        onServiceThread { self.pump(after: self.acknowledging(self.reader.readEarly(on: self))) }
    }

    /// What had to be done first has been done, or failed; then the transport is closed.
    func prepared(_ failure: HubError?) { carryOut(decide { $0.prepared(failure) }) }

    /// Has it end.
    func stop() { carryOut(decide { $0.stopRequested() }) }

    func violated(_ error: HubProtocolError) { failed(HubError(error)) }

    private func failed(_ error: HubError) { carryOut(decide { $0.failed(error) }) }

    private func decide(_ event: (inout LinkMachine) -> LinkMachine.Effect?) -> LinkMachine.Effect? {
        state.withLock { event(&$0.machine) }
    }

    /// What others than the reader can cause.
    private func carryOut(_ effect: LinkMachine.Effect?) {
        switch effect {
        case .wake: wake()
        case .stopReattaching: reattachment?.stop()
        case .read, .announce, .end, .reattach, .close, .tell, nil: break
        }
    }

    /// Has whoever reads look at what else there is to do.
    private func wake() {
        reader.wake()
        writer.transport.wakeReader()
    }

    /// Somebody waits for an answer, which may be behind what the reader waits to hand over.
    func called() { reader.wake() }

    // MARK: Sending

    /// Sends a record, and waits while much is queued.
    func send(_ message: HubMessage) async throws(HubError) {
        if try await !writer.send(message) { failed(.unconfirmed) }
    }

    /// Queues a small record without waiting: a cancellation, an answer, a ping.
    func post(_ message: HubMessage) {
        if !writer.post(message) { failed(.unconfirmed) }
    }

    func answer(_ id: String, _ outcome: HubOutcome) { post(.completion(id: id, outcome)) }

    // MARK: Reading

    /// Reads what has come, and is called again when more comes: where bytes arrive, on the service thread, without a task as
    /// long as nothing has to be waited for. Only one at a time reads: whoever is called next has been asked for by the one
    /// before.
    private func pump(after first: LinkReader.Step? = .read) {
        var step = first
        while case .read = step { step = look() }
        if let step { proceed(after: step) }
    }

    /// - Returns: `nil` when there is nothing to do now.
    private func look() -> LinkReader.Step? {
        switch decide({ $0.looked() }) {
        case .read: return acknowledging(reader.read(on: self) { self.onServiceThread { self.pump() } })
        case .announce:
            state.withLock { $0.events }?.prepared()
            return .read
        case .end(let ending): return .end(ending)
        case .wake, .reattach, .stopReattaching, .close, .tell, nil: return nil
        }
    }

    /// What has come may have to be confirmed at once.
    private func acknowledging(_ step: LinkReader.Step?) -> LinkReader.Step? {
        switch step {
        case .read, .wait: if writer.acknowledge(dueAt: .now) != nil { network.sweep.hasten() }
        case .end, nil: break
        }
        return step
    }

    /// Does what takes time, in a task that ends with it.
    private func proceed(after step: LinkReader.Step) {
        // Loose because a task that waited here all the time would be most of what an idle connection costs: one at most, till the end.
        Task(executorPreference: loop) {
            switch step {
            case .read: break
            case .wait(let full):
                do throws(HubError) {
                    for keeper in full {
                        try await self.reader.waitForRoom(in: keeper) { self.state.withLock { $0.machine.hasNews } }
                    }
                } catch {
                    return await self.conclude(.lost(error))
                }
                await self.writer.waitUntilClear()
            case .end(let ending): return await self.conclude(ending)
            }
            self.pump()
        }
    }

    /// Runs `body` at once if this is the service thread, or if there is none any more.
    private func onServiceThread(_ body: @escaping @Sendable () -> Void) {
        if loop.isOnThread || !loop.post({ _ in body() }) { body() }
    }

    // MARK: The end

    /// Nothing more is read from the transport: carries out what follows.
    private func conclude(_ ending: LinkEnding) async {
        let hasBroken = writer.transport.hasBroken
        var effect = decide { $0.readingEnded(ending, hasBroken: hasBroken) }
        while let next = effect {
            switch next {
            case .reattach: effect = await reattach()
            case .close(let ending):
                await close(ending)
                effect = decide { $0.closed() }
            case .tell(let ending):
                state.withLock { $0.events.take() }?.ended(ending)
                return
            case .read: return pump()
            case .announce, .end, .wake, .stopReattaching: return
            }
        }
    }

    /// Meanwhile calls stay pending, what is sent is kept, and nobody is told: for the program the connection goes on.
    private func reattach() async -> LinkMachine.Effect? {
        writer.detach()
        guard let transport = await reattachment?.transport() else { return decide { $0.notReattached() } }
        reader.attach(transport)
        writer.attach(transport)
        return decide { $0.reattached() }
    }

    private func close(_ ending: LinkEnding) async {
        network.sweep.remove(self)
        tokens?.stop()
        writer.end(ending)
        calls.end(ending)
        switch ending {
        // Good-bye is still to be said.
        case .stopped: break
        case .lost: writer.transport.abort()
        case .closed: await closeTransport(within: .seconds(1))
        }
    }

    /// Says good-bye.
    func sayGoodBye() async {
        try? await writer.transport.send(HubMessage.close(error: nil, allowReconnect: false).record)
        await closeTransport(within: .seconds(5))
    }

    private func closeTransport(within limit: Duration) async {
        let (transport, loop) = (writer.transport, loop)
        await firstToEnd(
            { await transport.close() },
            {
                try? await loop.sleep(for: limit)
                // Lets the close return too.
                if !Task.isCancelled { transport.abort() }
            })
    }

    // MARK: Silence

    /// Looked at by the network's sweep.
    ///
    /// - Parameter next: when that is to be the next time at the earliest.
    /// - Returns: When it is to be at the latest, unless something comes up: ``LinkSweep/hasten()``.
    func tick(_ now: ContinuousClock.Instant, next: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let acknowledgement = writer.acknowledge(dueAt: next)
        let sign = watchSilence(now, next: next)
        return acknowledgement.map { min($0, sign) } ?? sign
    }

    private func watchSilence(
        _ now: ContinuousClock.Instant, next: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        switch silence(now) {
        case .wait(let until): return until
        case .ping:
            post(.ping)
            if case .wait(let until) = silence(now) { return until }
            return next
        case .timeout:
            failed(.serverTimeout(options.serverTimeout))
            return next
        }
    }

    private func silence(_ now: ContinuousClock.Instant) -> LinkLiveness.Verdict {
        // Between two transports nobody can be silent.
        guard let lastSent = writer.lastSent else { return .wait(until: now) }
        return reader.verdict(now, lastSent: lastSent, arrival: writer.transport.lastArrival)
    }
}
