import JSON
import Observability
import Runtime
import SignalRProtocol

/// Reads what arrives on a link's transport, and hands it to whom it concerns. Only one at a time reads.
final class LinkReader: Sendable {
    /// What comes next.
    enum Step: Sendable {
        case read
        /// Those who are to have room before more is read.
        case wait([any RoomKeeper])
        case end(LinkEnding)
    }

    private struct State {
        var transport: any HubTransportReader
        /// The beginning of a record that has not come whole.
        var records: HubRecordReader
        /// What came behind the handshake.
        var early: [UInt8]
        var liveness: LinkLiveness
        /// Has whoever waits for a consumer look again.
        var wake: (@Sendable () -> Void)?
    }

    private let routes: HubRoutes
    private let handlers: HandlerQueue
    private let calls: CallTable
    private let writer: LinkWriter
    private let settings: HubSettings
    private let state: Lock<State>

    init(
        _ opening: HubOpening, _ handlers: HandlerQueue, _ calls: CallTable, _ writer: LinkWriter,
        _ settings: HubSettings
    ) {
        routes = handlers.routes
        self.handlers = handlers
        self.calls = calls
        self.writer = writer
        self.settings = settings
        let options = settings.options
        state = Lock(
            State(
                transport: opening.reader, records: opening.records, early: opening.early,
                liveness: LinkLiveness(
                    pingInterval: options.pingInterval, serverTimeout: options.serverTimeout, now: .now)))
    }

    /// There is another transport, on which the hub begins with whole records.
    func attach(_ transport: any HubTransportConnection) {
        state.withLock { state in
            state.transport = transport.makeReader()
            state.records = HubRecordReader(limit: settings.options.maximumMessageBytes)
            state.liveness.received(now: .now)
        }
    }

    /// Hands over what came behind the handshake.
    ///
    /// - Parameter link: what invocations come on.
    func readEarly(on link: any InvocationSource) -> Step {
        let early = state.withLock { state in
            defer { state.early = [] }
            return state.early
        }
        return early.isEmpty ? .read : take(early, on: link)
    }

    /// Hands over what has come.
    ///
    /// - Parameters:
    ///   - link: what invocations come on.
    ///   - body: is called once when there may be something, if there is nothing now.
    /// - Returns: `nil` when there is nothing.
    func read(on link: any InvocationSource, orCall body: @escaping @Sendable () -> Void) -> Step? {
        switch state.withLock({ $0.transport }).poll(orCall: body) {
        case nil: return nil
        case .failure(let error): return .end(.lost(error))
        case .success(nil): return .end(.lost(.lost("the server closed it without a word")))
        case .success(let payloads?):
            settings.options.metrics?.received.count(payloads)
            do throws(HubProtocolError) {
                return take(try payloads.joined(), on: link)
            } catch {
                return .end(.lost(HubError(error)))
            }
        }
    }

    // MARK: What has arrived

    private func take(_ arrived: [UInt8], on link: any InvocationSource) -> Step {
        var harvest = Harvest(routes.map, arrived)
        // Nobody else reads meanwhile.
        var records = state.withLock { state in
            if !arrived.isEmpty { state.liveness.received(now: .now) }
            let records = state.records
            state.records = HubRecordReader(limit: settings.options.maximumMessageBytes)
            return records
        }
        let ending = read(&records, &harvest)
        state.withLock { $0.records = records }
        let isHopeless = !refuse(harvest.unanswered)
        deliver(&harvest, on: link)
        if let ending { return .end(ending) }
        if isHopeless { return .end(.lost(.unconfirmed)) }
        return harvest.full.isEmpty && !writer.isClogged ? .read : .wait(harvest.full)
    }

    /// - Returns: Why it ends; what came before that is in the harvest.
    private func read(_ records: inout HubRecordReader, _ harvest: inout Harvest) -> LinkEnding? {
        let arrived = harvest.bytes
        var ending: LinkEnding?
        do throws(HubProtocolError) {
            try records.append(arrived.span) { bytes throws(HubProtocolError) in
                harvest.begin(at: arrived.span.indices(of: bytes)?.lowerBound)
                try read(bytes, &harvest, &ending)
            }
        } catch {
            return ending ?? .lost(HubError(error))
        }
        return ending
    }

    private func read(
        _ bytes: Span<UInt8>, _ harvest: inout Harvest, _ ending: inout LinkEnding?
    ) throws(HubProtocolError) {
        let limit = settings.options.maximumMessageBytes
        var cursor = JSONCursor()
        while ending == nil {
            // With stateful reconnect each message is counted first: it may have come before.
            if !writer.isStateful, harvest.takeUsual(bytes, &cursor, limit: limit) { continue }
            guard let envelope = try HubEnvelope.next(bytes, &cursor, limit: limit) else { break }
            if writer.isStateful, try !isNew(envelope) { continue }
            ending = take(envelope, bytes, &harvest)
        }
    }

    private func isNew(_ envelope: HubEnvelope) throws(HubProtocolError) -> Bool {
        // With its separator.
        let bytes = envelope.range.count + 1
        return try writer.admits(envelope.kind, number: envelope.sequenceID, bytes: bytes, now: .now)
    }

    /// - Returns: Why it ends, if it does with this.
    private func take(
        _ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes, _ harvest: inout Harvest
    ) -> LinkEnding? {
        switch envelope.kind {
        case .invocation: invoked(envelope, bytes, &harvest)
        case .completion: completed(envelope, bytes)
        case .streamItem: received(envelope, bytes, &harvest)
        case .close:
            let text = envelope.error?.text(bytes)
            return .closed(
                .closedByServer(text.map { String($0.prefix(500)) }), allowsReconnect: envelope.allowReconnect)
        // Reserved for clients, not agreed on, or from a newer protocol.
        case .ping, .streamInvocation, .cancelInvocation, .acknowledgement, .sequence, nil: break
        }
        return nil
    }

    private func invoked(
        _ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes, _ harvest: inout Harvest
    ) {
        guard let target = envelope.target, let arguments = envelope.arguments else { return }
        let route = harvest.map.number(of: target, bytes)
        let id = envelope.invocationID
        harvest.take(
            InvocationBatch.Place(target: target, arguments: arguments, id: id, route: route), record: envelope.range,
            bytes)
    }

    private func completed(_ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes) {
        guard let id = Self.number(envelope.invocationID, bytes), let waiter = calls.remove(id) else {
            return tellLate(envelope.invocationID?.text(bytes))
        }
        let outcome = HubOutcome(envelope, bytes)
        switch (waiter, outcome) {
        case (_, .error(let text)):
            waiter.fail(HubError(.methodFailed, "the hub's method failed: \(text.prefix(2_000))", mayHaveRun: true))
        case (.call(let call), .result(let json)): call.keep(.success(json))
        case (.call(let call), .void): call.keep(.success(Array("null".utf8)))
        case (.stream(let items), _): items.finish()
        }
    }

    private func received(
        _ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes, _ harvest: inout Harvest
    ) {
        guard let id = Self.number(envelope.invocationID, bytes), let waiter = calls.find(id) else {
            return tellLate(envelope.invocationID?.text(bytes))
        }
        switch waiter {
        case .stream(let items):
            let item = HubMessage.copy(envelope.item, bytes)
            if !items.push(item, cost: item.count) { harvest.full.append(items) }
        case .call(let call):
            calls.remove(id)
            call.keep(.failure(HubError(.methodFailed, "the method answers with a stream", mayHaveRun: true)))
        }
    }

    /// An invocation id of ours is a number.
    private static func number(_ text: JSONString?, _ bytes: borrowing JSONCursor.Bytes) -> UInt64? {
        guard let text, 1...19 ~= text.range.count else { return nil }
        var value: UInt64 = 0
        for index in text.range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + UInt64(digit)
        }
        return value
    }

    /// An answer to nobody: it happens behind each cancellation.
    private func tellLate(_ id: @autoclosure () -> String?) {
        settings.options.logger?.debug(
            "an answer came for a call that is over", [.invocationID: .text(String((id() ?? "").prefix(50)))])
    }

    // MARK: Handing over

    /// Answers for those whom nobody here answers.
    ///
    /// - Returns: As ``LinkWriter/post(_:)``.
    private func refuse(_ ids: [String]) -> Bool {
        for id in ids where !writer.post(.completion(id: id, .nobodyAnswers)) {
            return false
        }
        return true
    }

    private func deliver(_ harvest: inout Harvest, on link: any InvocationSource) {
        if harvest.refused > 0 { routes.countRefused(harvest.refused) }
        tell(harvest)
        for (channel, places) in zip(harvest.map.subscriptions, harvest.subscribed) where !places.isEmpty {
            let batch = InvocationBatch(harvest.bytes, places, harvest.map, port(to: link))
            if !channel.push(batch, cost: batch.cost) { harvest.full.append(channel) }
        }
        if !harvest.handled.isEmpty {
            let batch = InvocationBatch(harvest.bytes, harvest.handled, harvest.map, port(to: link))
            if let handlers = handlers.add(batch) { harvest.full.append(handlers) }
        }
    }

    private func port(to link: any InvocationSource) -> InvocationPort { InvocationPort(link, routes, settings) }

    /// Tells of invocations that nobody gets, once for all that arrived together. Texts of the hub are cut.
    private func tell(_ harvest: Harvest) {
        if harvest.unknown.count > 0 {
            settings.options.logger?.warning(
                "the hub calls what nobody listens to",
                [.hubTarget: .text(harvest.unknown.target), .hubCount: .integer(harvest.unknown.count)])
        }
        if harvest.refused > 0 {
            settings.options.logger?.warning(
                "invocations were dropped, their arguments are not those of the handler",
                [.hubCount: .integer(harvest.refused)])
        }
    }

    // MARK: Waiting for consumers

    /// Waits until a consumer has caught up: reading pauses, and with it the hub.
    ///
    /// While a call waits for its answer, which may be behind what waits here, reading goes on: a handler that calls
    /// the hub would wait for ever otherwise.
    ///
    /// - Parameter hasNews: whether the reader has something else to do than to wait.
    /// - Throws: `consumerTooSlow` when far more waits than may.
    func waitForRoom(
        in keeper: any RoomKeeper, unless hasNews: @escaping @Sendable () -> Bool
    ) async throws(HubError) {
        let isWanted = { @Sendable [calls] in calls.hasCalls || hasNews() }
        pause { keeper.wakeProducers() }
        while !keeper.hasRoom, !isWanted() { await keeper.waitForRoom(unless: isWanted) }
        pause(nil)
        if keeper.backlog / 16 > settings.options.maximumBacklogBytes { throw .consumerTooSlow }
    }

    private func pause(_ wake: (@Sendable () -> Void)?) {
        state.withLock { state in
            state.wake = wake
            state.liveness.heldBack(wake != nil, now: .now)
        }
    }

    /// Has it look again at what it waits for, if it waits for a consumer.
    func wake() { state.withLock { $0.wake }?() }

    // MARK: Silence

    /// - Parameters:
    ///   - lastSent: when this side last sent anything.
    ///   - arrival: when anything last came, also a part of a message: that is a sign of life too.
    func verdict(
        _ now: ContinuousClock.Instant, lastSent: ContinuousClock.Instant, arrival: ContinuousClock.Instant?
    ) -> LinkLiveness.Verdict {
        state.withLock { state in
            if let arrival, arrival > state.liveness.lastReceived { state.liveness.received(now: arrival) }
            return state.liveness.verdict(now: now, lastSent: lastSent)
        }
    }
}
