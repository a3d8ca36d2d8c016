import Runtime
import SignalRProtocol
import Sockets

/// How a link reads: where bytes arrive, on the service thread, without a task as long as nothing has to be waited for. Only
/// one at a time reads: whoever is called next has been asked for by the one before.
extension HubLink {
    /// What comes next.
    enum Step: Sendable {
        case read
        /// Those who are to have room before more is read.
        case wait([any RoomKeeper])
        case end(Ending)
    }

    /// Reads what has come, and is called again when more comes.
    func pump() {
        while let step = advance() {
            if case .read = step { continue }
            return proceed(after: step)
        }
    }

    /// - Returns: `nil` when there is nothing to do now.
    private func advance() -> Step? {
        if let verdict { return .end(verdict) }
        if takeAnnouncement() { state.withLock { $0.events }?.prepared() }
        let reader = state.withLock { $0.reader }
        switch reader.poll(orCall: { self.arrived() }) {
        case nil: return nil
        case .failure(let error):
            // It may come back differently: only what the server says itself ends the connection for good.
            return .end(.lost(error, allowsReconnect: true))
        case .success(nil): return .end(.lost(.lost("the server closed it without a word"), allowsReconnect: true))
        case .success(let payloads?):
            options.metrics?.received.count(payloads)
            do throws(HubProtocolError) {
                return take(try payloads.joined())
            } catch {
                return .end(.lost(HubError(error), allowsReconnect: true))
            }
        }
    }

    /// Called by the transport, once for each time that there was nothing.
    private func arrived() {
        onServiceThread { self.pump() }
    }

    /// Runs `body` at once if this is the service thread, or if there is none any more.
    func onServiceThread(_ body: @escaping @Sendable () -> Void) {
        if loop.isOnThread || !loop.post({ _ in body() }) { body() }
    }

    /// Does what takes time, in a task that ends with it.
    func proceed(after step: Step) {
        // Not structured: a task that waited here all the time would be most of what an idle connection costs. There is one
        // at most, and it ends with the link.
        Task(executorPreference: loop) {
            switch step {
            case .read: break
            case .wait(let full):
                for keeper in full {
                    if let error = await self.waitForRoom(in: keeper) {
                        return await self.conclude(.lost(error, allowsReconnect: true))
                    }
                }
                await self.waitUntilClear()
            case .end(let ending): return await self.conclude(ending)
            }
            self.pump()
        }
    }

    // MARK: Waiting

    /// Whether the reader has something else to do than to wait for a consumer.
    private var isWanted: Bool { calls.hasCalls || verdict != nil || state.withLock { $0.isNewlyPrepared } }

    /// Waits until a consumer has caught up: reading pauses, and with it the hub.
    ///
    /// While a call waits for its answer, which may be behind what waits here, reading goes on: a handler that calls
    /// the hub would wait for ever otherwise.
    private func waitForRoom(in keeper: any RoomKeeper) async -> HubError? {
        wakeReader.withLock { $0 = { keeper.wakeProducers() } }
        state.withLock { $0.liveness.heldBack(true, now: .now) }
        while !keeper.hasRoom, !isWanted { await keeper.waitForRoom { self.isWanted } }
        state.withLock { $0.liveness.heldBack(false, now: .now) }
        wakeReader.withLock { $0 = nil }
        return keeper.backlog / 16 > options.maximumBacklogBytes ? .consumerTooSlow : nil
    }
}
