import Runtime
import SignalRProtocol
import Sockets

/// What stateful reconnect makes of the end of a transport.
extension HubLink {
    /// What follows when a transport has ended.
    enum Succession: Sendable {
        /// A new one, on which both sides go on where they were.
        case transport
        case end(Ending)
    }

    private enum Reopening: Sendable {
        case opened(any HubTransportConnection)
        case failed
        case stopped
    }

    /// Waits for a new transport if the old one broke without a word and the hub may remember this connection.
    ///
    /// Meanwhile calls stay pending, what is sent is kept, and nobody is told: for the program the connection goes on.
    func succession(of ending: Ending, _ reopen: @escaping HubOpening.Reopen) async -> Succession {
        guard case .lost(let error, _) = ending else { return .end(ending) }
        let old = transport
        guard old.hasBroken || error.kind == .serverTimeout else { return .end(ending) }
        state.withLock { $0.session?.detached() }
        old.abort()
        switch await reopening(reopen) {
        case .opened(let transport):
            attach(transport)
            return .transport
        case .failed: return .end(ending)
        case .stopped: return .end(.stopped)
        }
    }

    /// Begins the new transport with what the hub has not confirmed, in front of everything else.
    private func attach(_ transport: any HubTransportConnection) {
        // Under the lock, so that nothing that is sent meanwhile overtakes it.
        state.withLock { state in
            state.transport = transport
            state.reader = transport.makeReader()
            state.records = HubRecordReader(limit: options.maximumMessageBytes)
            if case .lost? = state.verdict { state.verdict = nil }
            state.isClogged = false
            state.liveness.sent(now: .now)
            state.liveness.received(now: .now)
            // That it has broken too, its reader finds.
            for record in state.session?.attached() ?? [] { _ = try? transport.enqueue(record) }
        }
    }

    private func reopening(_ reopen: @escaping HubOpening.Reopen) async -> Reopening {
        let plan = ReattachPlan(window: options.reattachWindow, lostAt: .now)
        return await withTaskGroup(of: Reopening.self) { group in
            // The token comes from foreign code, which must not hold up the service thread.
            group.addTask(executorPreference: globalConcurrentExecutor) {
                await self.attempts(plan, reopen)
            }
            group.addTask { [stop] in
                _ = try? await stop.next()
                return .stopped
            }
            let first = await group.next() ?? .stopped
            group.cancelAll()
            // Stopped in the very moment in which it opened: nobody else would close it.
            for await case .opened(let late) in group { late.abort() }
            return first
        }
    }

    private func attempts(_ first: ReattachPlan, _ reopen: HubOpening.Reopen) async -> Reopening {
        var plan = first
        var random = SystemRandomNumberGenerator()
        while let pause = plan.pause(now: .now, random: random.next()) {
            if pause > .zero { do { try await loop.sleep(for: pause) } catch { return .stopped } }
            let limit = plan.limit(now: .now, connectTimeout: options.connectTimeout)
            do throws(HubError) {
                return .opened(try await reopen(plan.wasRefused, limit))
            } catch {
                plan.failed(error)
            }
        }
        return .failed
    }
}
