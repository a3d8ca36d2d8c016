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
        let lastWasRefused = lastWasRefused
        let made = Promise<HubOpening, HubError>()
        let end = await race(stop: stopping) {
            do throws(HubError) {
                made.keep(.success(try await HubOpening.attempt(negotiator, lastWasRefused: lastWasRefused)))
            } catch {
                made.keep(.failure(error))
            }
        }
        switch (end, made.outcome) {
        case (.value, .success(let opening)): return .opened(opening)
        case (.value, .failure(let error)): return .failed(error)
        case (_, let late):
            // Stopped in the very moment in which it opened: nobody else would close it.
            try? late?.get().transport.abort()
            return .stopped
        }
    }

    /// - Returns: Whether the pause is over, rather than ended by a stop.
    func wait(_ pause: Duration, isFixed: Bool) async -> Bool {
        let (loop, stopping) = (network.loop, stopping)
        let early = isFixed ? Promise() : connection.gate.enter()
        defer { connection.gate.leave() }
        return await firstToEnd(
            { (try? await loop.sleep(for: pause)) != nil },
            { await early.outcomeUnlessCancelled() != nil },
            {
                await stopping.outcomeUnlessCancelled()
                return false
            })
    }
}
