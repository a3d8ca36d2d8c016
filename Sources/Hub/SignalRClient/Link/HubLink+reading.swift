import JSON
import Runtime
import SignalRProtocol

extension HubLink {
    /// What one read brought.
    private struct Harvest {
        var table: RouteTable
        var handled = InvocationBatch()
        var subscribed: [InvocationBatch]
        /// Streams whose consumers are behind.
        var fullStreams: [BoundedChannel<[UInt8]>] = []
        var ending: Ending?

        init(_ table: RouteTable) {
            self.table = table
            subscribed = Array(repeating: InvocationBatch(), count: table.subscriptions.count)
        }
    }

    /// Reads until the transport ends, or there is a verdict on it.
    func read(
        _ opening: HubOpening, _ group: inout DiscardingTaskGroup, announce: () -> Void
    ) async -> Ending {
        let reader = opening.reader
        var records = opening.records
        do throws(HubError) {
            var harvest = Harvest(routes.table)
            var violation = read(opening.early.span, &harvest)
            while true {
                try await deliver(harvest, &group)
                if let ending = harvest.ending { return ending }
                if let violation { throw HubError(violation) }
                await waitUntilClear()
                acknowledge(dueAt: .now)
                if let verdict { return verdict }
                if takeAnnouncement() { announce() }
                guard let payloads = try await reader.next() else {
                    throw .lost("the server closed it without a word")
                }
                state.withLock { $0.liveness.received(now: .now) }
                options.metrics?.received.count(payloads)
                harvest = Harvest(routes.table)
                violation = read(payloads, &records, &harvest)
            }
        } catch {
            // Whoever cancels the task of a connection stops it.
            if Task.isCancelled { return .stopped }
            // It may come back differently: only what the server says itself ends the connection for good.
            return .lost(error, allowsReconnect: true)
        }
    }

    /// - Returns: What broke the protocol; what came before it is in the harvest.
    private func read(
        _ payloads: HubPayloads, _ records: inout HubRecordReader, _ harvest: inout Harvest
    ) -> HubProtocolError? {
        do throws(HubProtocolError) {
            try payloads.forEach { payload throws(HubProtocolError) in
                try records.append(payload) { bytes throws(HubProtocolError) in
                    if let violation = read(bytes, &harvest) { throw violation }
                }
            }
        } catch {
            return error
        }
        return nil
    }

    private func read(_ bytes: Span<UInt8>, _ harvest: inout Harvest) -> HubProtocolError? {
        var cursor = JSONCursor()
        do throws(HubProtocolError) {
            while harvest.ending == nil,
                let envelope = try HubEnvelope.next(bytes, &cursor, limit: options.maximumMessageBytes)
            {
                if try admits(envelope) { try take(envelope, bytes, &harvest) }
            }
        } catch {
            return error
        }
        return nil
    }

    private func take(
        _ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes, _ harvest: inout Harvest
    ) throws(HubProtocolError) {
        switch envelope.kind {
        case .invocation: invoked(envelope, bytes, &harvest)
        case .completion: completed(envelope, bytes)
        case .streamItem: received(envelope, bytes, &harvest)
        case .close:
            let text = envelope.error?.text(bytes)
            harvest.ending = .closed(
                .closedByServer(text.map { String($0.prefix(500)) }), allowsReconnect: envelope.allowReconnect)
        // Reserved for clients, not agreed on, or from a newer protocol.
        case .ping, .streamInvocation, .cancelInvocation, .acknowledgement, .sequence, nil: break
        }
    }

    private func invoked(
        _ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes, _ harvest: inout Harvest
    ) {
        guard let target = envelope.target, let arguments = envelope.arguments else { return }
        for entry in harvest.table.directHandlers where entry.target?.matches(target, bytes) == true {
            entry.body(bytes.extracting(arguments))
        }
        for (index, entry) in harvest.table.subscriptions.enumerated()
        where entry.target.map({ $0.matches(target, bytes) }) ?? true {
            harvest.subscribed[index].append(envelope, bytes)
        }
        let isHandled = harvest.table.handlers.contains { $0.target?.matches(target, bytes) == true }
        let isAnswered =
            envelope.invocationID != nil
            && harvest.table.answerers.contains { $0.target?.matches(target, bytes) == true }
        if isHandled || isAnswered { harvest.handled.append(envelope, bytes) }
        if !isAnswered, let id = envelope.invocationID?.text(bytes) {
            // The hub waits; without an answer it would wait for its timeout.
            post(.completion(id: id, .error("Client didn't provide a result.")))
        }
    }

    private func completed(_ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes) {
        guard let id = Self.number(envelope.invocationID, bytes), let waiter = calls.remove(id) else { return }
        let outcome = HubOutcome(envelope, bytes)
        switch (waiter, outcome) {
        case (_, .error(let text)):
            waiter.fail(HubError(.methodFailed, "the hub's method failed: \(text.prefix(2_000))", mayHaveRun: true))
        case (.call(let call), .result(let json)): call.end(.success(json))
        case (.call(let call), .void): call.end(.success(Array("null".utf8)))
        case (.stream(let items), _): items.finish()
        }
    }

    private func received(
        _ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes, _ harvest: inout Harvest
    ) {
        guard let id = Self.number(envelope.invocationID, bytes), let waiter = calls.find(id) else { return }
        switch waiter {
        case .stream(let items):
            let item = HubMessage.copy(envelope.item, bytes)
            if !items.push(item, cost: item.count) { harvest.fullStreams.append(items) }
        case .call(let call):
            calls.remove(id)
            call.end(.failure(HubError(.methodFailed, "the method answers with a stream", mayHaveRun: true)))
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

    // MARK: Handing over

    private func deliver(
        _ harvest: Harvest, _ group: inout DiscardingTaskGroup
    ) async throws(HubError) {
        for (entry, batch) in zip(harvest.table.subscriptions, harvest.subscribed) where !batch.isEmpty {
            if !entry.body.push(batch, cost: batch.bytes.count) { try await waitForRoom(in: entry.body) }
        }
        if !harvest.handled.isEmpty {
            let job = HandlerQueue.Job(batch: harvest.handled, link: self)
            let hasRoom = handlers.jobs.push(job, cost: harvest.handled.bytes.count)
            handlers.start(routes, in: &group)
            if !hasRoom { try await waitForRoom(in: handlers.jobs) }
        }
        for items in harvest.fullStreams { try await waitForRoom(in: items) }
    }

    /// Whether the reader has something else to do than to wait for a consumer.
    private var isWanted: Bool { calls.hasCalls || verdict != nil || state.withLock { $0.isNewlyPrepared } }

    /// Waits until a consumer has caught up: reading pauses, and with it the hub.
    ///
    /// While a call waits for its answer, which may be behind what waits here, reading goes on: a handler that calls
    /// the hub would wait for ever otherwise.
    private func waitForRoom<Element: Sendable>(in channel: BoundedChannel<Element>) async throws(HubError) {
        wakeReader.withLock { $0 = { channel.wakeProducers() } }
        state.withLock { $0.liveness.heldBack(true, now: .now) }
        while !channel.hasRoom, !isWanted, !Task.isCancelled {
            await channel.waitForRoom { self.isWanted }
        }
        state.withLock { $0.liveness.heldBack(false, now: .now) }
        wakeReader.withLock { $0 = nil }
        if channel.backlog > 16 * options.maximumBacklogBytes { throw .consumerTooSlow }
    }
}
