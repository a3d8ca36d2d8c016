import Runtime
import SignalRProtocol
import Sockets

/// What takes time, and ends early when the run is stopped.
extension ConnectionRun {
    enum Attempt: Sendable {
        case opened(HubOpening)
        case failed(HubError)
        case stopped
    }

    func attempt() async -> Attempt {
        let url: HubURL
        do throws(HubError) { url = try connection.url.get() } catch { return .failed(error) }
        let negotiator = Negotiator(url: url, options: connection.options, network: network)
        let (lastWasRefused, stopping) = (lastWasRefused, stopping)
        return await withTaskGroup(of: Attempt.self) { group in
            group.addTask {
                do throws(HubError) {
                    return .opened(try await HubOpening.attempt(negotiator, lastWasRefused: lastWasRefused))
                } catch {
                    return .failed(error)
                }
            }
            group.addTask {
                _ = try? await stopping.next()
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
    func wait(_ pause: Duration, isFixed: Bool) async -> Bool {
        let (loop, gate, stopping) = (network.loop, connection.gate, stopping)
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await loop.sleep(for: pause)) != nil }
            if !isFixed {
                let early = gate.enter()
                group.addTask { (try? await early.next()) == nil && !Task.isCancelled }
            }
            defer { gate.leave() }
            group.addTask {
                _ = try? await stopping.next()
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
