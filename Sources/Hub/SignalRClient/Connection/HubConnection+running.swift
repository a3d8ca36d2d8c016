import SignalRProtocol
import Sockets

extension HubConnection {
    private enum Attempt: Sendable {
        case opened(HubOpening)
        case failed(HubError)
        case stopped
    }

    /// What lives from a start to its stop.
    private struct Run {
        var machine: ConnectionMachine
        let handlers: HandlerQueue
        var open: (opening: HubOpening, link: HubLink)?
        /// Whether nothing is to be done on it before it is announced.
        var isPrepared = true
        var wasRefused = false
        var random = SystemRandomNumberGenerator()

        init(_ machine: ConnectionMachine, _ handlers: HandlerQueue) {
            self.machine = machine
            self.handlers = handlers
        }
    }

    /// Carries out what the machine decides; beside it run the handlers, when there is something for them.
    @discardableResult
    func live(_ stop: BoundedChannel<Never>) async -> HubError? {
        await withDiscardingTaskGroup(returning: HubError?.self) { group in
            defer { group.cancelAll() }
            return await self.drive(stop, &group)
        }
    }

    private func drive(_ stop: BoundedChannel<Never>, _ group: inout DiscardingTaskGroup) async -> HubError? {
        var run = Run(ConnectionMachine(options.reconnect), HandlerQueue(limit: options.maximumBacklogBytes))
        var actions = run.machine.started(now: .now)
        while let action = actions.first {
            actions.removeFirst()
            if case .finish(let failure) = action { return failure }
            actions += await carryOut(action, &run, stop, &group)
        }
        return nil
    }

    /// Does what the machine asked for and returns what it asks for next.
    private func carryOut(
        _ action: ConnectionMachine.Action, _ run: inout Run, _ stop: BoundedChannel<Never>,
        _ group: inout DiscardingTaskGroup
    ) async -> [ConnectionMachine.Action] {
        switch action {
        case .announce(let state):
            announce(state)
            return []
        case .attempt:
            return took(await attempt(stop, lastWasRefused: run.wasRefused), &run, stop)
        case .pause(let pause, let isFixed):
            return await wait(pause, isFixed: isFixed, stop) ? run.machine.pauseEnded() : run.machine.stopRequested()
        case .serve:
            guard let open = run.open else { return [] }
            let end = BoundedChannel<Never>(limit: 1)
            if !run.isPrepared { group.addTask { await self.prepare(open.link, until: end) } }
            // What arrives is read where it arrives.
            let ending = await withTaskExecutorPreference(network.loop) {
                await open.link.run(open.opening, on: network, &group) {
                    use(open.link)
                    if case .announce(let state)? = run.machine.prepared(now: .now).first { announce(state) }
                }
            }
            end.finish()
            use(nil)
            switch ending {
            case .stopped: return run.machine.stopRequested()
            case .lost(let error, let allows), .closed(let error, let allows):
                return run.machine.lost(error, allowsReconnect: allows, now: .now, random: run.random.next())
            }
        case .close:
            await run.open?.link.sayGoodBye(on: network.loop)
            return run.machine.closed()
        case .finish: return []
        }
    }

    private func took(
        _ attempt: Attempt, _ run: inout Run, _ stop: BoundedChannel<Never>
    ) -> [ConnectionMachine.Action] {
        switch attempt {
        case .opened(let opening):
            let link = HubLink(opening, routes: routes, handlers: run.handlers, options: options, stop: stop)
            run.open = (opening, link)
            run.wasRefused = false
            run.isPrepared = steps.isEmpty
            use(link, isPrepared: run.isPrepared)
            return run.machine.attemptSucceeded(id: opening.connectionID, isPrepared: run.isPrepared, now: .now)
        case .failed(let error):
            run.wasRefused = error.kind == .unauthorized
            return run.machine.attemptFailed(error, now: .now, random: run.random.next())
        case .stopped: return run.machine.stopRequested()
        }
    }

    private func attempt(_ stop: BoundedChannel<Never>, lastWasRefused: Bool) async -> Attempt {
        let negotiator = Negotiator(url: url, options: options, network: network)
        return await withTaskGroup(of: Attempt.self) { group in
            group.addTask {
                do throws(HubError) {
                    return .opened(try await HubOpening.attempt(negotiator, lastWasRefused: lastWasRefused))
                } catch {
                    return .failed(error)
                }
            }
            group.addTask {
                _ = try? await stop.next()
                return .stopped
            }
            let first = await group.next() ?? .stopped
            group.cancelAll()
            // Stopped in the very moment in which it opened: nobody else would close it.
            for await case .opened(let late) in group { late.transport.abort() }
            return first
        }
    }

    /// - Returns: Whether the pause is over, rather than ended by a stop.
    private func wait(_ pause: Duration, isFixed: Bool, _ stop: BoundedChannel<Never>) async -> Bool {
        let (loop, gate) = (network.loop, gate)
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await loop.sleep(for: pause)) != nil }
            if !isFixed {
                let early = gate.enter()
                group.addTask { (try? await early.next()) == nil && !Task.isCancelled }
            }
            defer { gate.leave() }
            group.addTask {
                _ = try? await stop.next()
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
