import JSON
import Observability
import Runtime
import SignalRProtocol

extension HubLink {
    /// Takes what has arrived, and hands it to whom it concerns.
    func take(_ arrived: [UInt8]) -> Step {
        var harvest = Harvest(routes.map, arrived)
        // Nobody else reads meanwhile.
        var records = state.withLock { state in
            if !arrived.isEmpty { state.liveness.received(now: .now) }
            let records = state.records
            state.records = HubRecordReader(limit: options.maximumMessageBytes)
            return records
        }
        let broken = read(&records, &harvest)
        let isClogged = state.withLock { state in
            state.records = records
            return state.isClogged
        }
        let full = deliver(harvest)
        if let ending = harvest.ending { return .end(ending) }
        if let broken { return .end(.lost(HubError(broken), allowsReconnect: true)) }
        if acknowledge(dueAt: .now) != nil { network.sweep.hasten() }
        return full.isEmpty && !isClogged ? .read : .wait(full)
    }

    /// - Returns: What broke the protocol; what came before it is in the harvest.
    private func read(_ records: inout HubRecordReader, _ harvest: inout Harvest) -> HubProtocolError? {
        let arrived = harvest.bytes
        do throws(HubProtocolError) {
            try records.append(arrived.span) { bytes throws(HubProtocolError) in
                harvest.begin(at: arrived.span.indices(of: bytes)?.lowerBound)
                if let broken = read(bytes, &harvest) { throw broken }
            }
        } catch {
            return error
        }
        return nil
    }

    private func read(_ bytes: Span<UInt8>, _ harvest: inout Harvest) -> HubProtocolError? {
        let limit = options.maximumMessageBytes
        var cursor = JSONCursor()
        do throws(HubProtocolError) {
            while harvest.ending == nil {
                // With stateful reconnect each message is counted first: it may have come before.
                if !isStateful, harvest.takeUsual(bytes, &cursor, limit: limit) { continue }
                guard let envelope = try HubEnvelope.next(bytes, &cursor, limit: limit) else { break }
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
        let route = harvest.map.number(of: target, bytes)
        let id = envelope.invocationID
        harvest.take(
            InvocationBatch.Place(target: target, arguments: arguments, id: id, route: route), record: envelope.range,
            bytes)
        if let id = id?.text(bytes), harvest.map.routes[route].answerer == nil {
            // The hub waits; without an answer it would wait for its timeout.
            post(.completion(id: id, .error("Client didn't provide a result.")))
        }
    }

    private func completed(_ envelope: HubEnvelope, _ bytes: borrowing JSONCursor.Bytes) {
        guard let id = Self.number(envelope.invocationID, bytes), let waiter = calls.remove(id) else {
            return tellLate(envelope.invocationID?.text(bytes))
        }
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
        guard let id = Self.number(envelope.invocationID, bytes), let waiter = calls.find(id) else {
            return tellLate(envelope.invocationID?.text(bytes))
        }
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

    /// - Returns: Those who have no room for more.
    private func deliver(_ harvest: Harvest) -> [any RoomKeeper] {
        var full: [any RoomKeeper] = harvest.fullStreams
        if harvest.refused > 0 { routes.countRefused(harvest.refused) }
        tell(harvest)
        let port = InvocationPort(self, routes, settings)
        for (channel, places) in zip(harvest.map.subscriptions, harvest.subscribed) where !places.isEmpty {
            let batch = InvocationBatch(harvest.bytes, places, harvest.map, port)
            if !channel.push(batch, cost: batch.cost) { full.append(channel) }
        }
        if !harvest.handled.isEmpty {
            if let keeper = handlers.add(InvocationBatch(harvest.bytes, harvest.handled, harvest.map, port)) {
                full.append(keeper)
            }
        }
        return full
    }
}
