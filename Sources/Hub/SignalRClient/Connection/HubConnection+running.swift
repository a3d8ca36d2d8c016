import SignalRProtocol
import Sockets

extension HubConnection {
    private enum Attempt: Sendable {
        case opened(HubOpening)
        case failed(HubError)
        case stopped
    }

    /// Carries out what the machine decides, beside the handlers.
    @discardableResult
    func live(_ stop: BoundedChannel<Never>) async -> HubError? {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.routes.dispatch() }
            defer { group.cancelAll() }
            return await self.drive(stop)
        }
    }

    private func drive(_ stop: BoundedChannel<Never>) async -> HubError? {
        var machine = ConnectionMachine(options.reconnect)
        var opening: HubOpening?
        var link: HubLink?
        var wasRefused = false
        var random = SystemRandomNumberGenerator()
        var actions = machine.started()
        while let action = actions.first {
            actions.removeFirst()
            switch action {
            case .announce(let state):
                if state.isDisconnected { finished() }
                board.announce(state)
            case .attempt:
                switch await attempt(stop, lastWasRefused: wasRefused) {
                case .opened(let new):
                    opening = new
                    let new = HubLink(new, routes: routes, options: options)
                    link = new
                    use(new)
                    wasRefused = false
                    actions += machine.attemptSucceeded(id: new.connectionID, now: .now)
                case .failed(let error):
                    wasRefused = error.kind == .unauthorized
                    actions += machine.attemptFailed(error, random: random.next())
                case .stopped: actions += machine.stopRequested()
                }
            case .pause(let pause): actions += await wait(pause, stop) ? machine.pauseEnded() : machine.stopRequested()
            case .serve:
                guard let link, let opening else { continue }
                let ending = await link.run(opening, stop: stop, on: network.loop)
                use(nil)
                switch ending {
                case .stopped: actions += machine.stopRequested()
                case .lost(let error, let allows), .closed(let error, let allows):
                    actions += machine.lost(error, allowsReconnect: allows, now: .now, random: random.next())
                }
            case .close:
                await link?.sayGoodBye(on: network.loop)
                actions += machine.closed()
            case .finish(let failure): return failure
            }
        }
        return nil
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
    private func wait(_ pause: Duration, _ stop: BoundedChannel<Never>) async -> Bool {
        let loop = network.loop
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await loop.sleep(for: pause)) != nil }
            group.addTask {
                _ = try? await stop.next()
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
