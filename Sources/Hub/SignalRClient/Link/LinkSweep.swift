import Runtime
import Sockets

/// Looks after the silence of all links of a network, with one timer for all of them and only while there are any: a
/// sleeping task each would be most of what an idle connection costs.
final class LinkSweep: Sendable {
    private struct State {
        var links: [ObjectIdentifier: HubLink] = [:]
        /// How often they are looked at; as the most impatient one of them needs it.
        var period = LinkSweep.longest
        /// Of the timer that runs; those before it find that they have been replaced.
        var timer: UInt64 = 0
        var isRunning = false
    }

    /// As fine as official clients look; times of several seconds are not more exact than that.
    private static let longest = Duration.seconds(1)

    private let loop: EventLoop
    private let state = Lock(State())

    init(on loop: EventLoop) {
        self.loop = loop
    }

    func add(_ link: HubLink) {
        let times = min(link.options.pingInterval, link.options.serverTimeout)
        let period = max(.milliseconds(10), min(Self.longest, times / 4))
        let timer = state.withLock { state -> UInt64? in
            state.links[ObjectIdentifier(link)] = link
            guard !state.isRunning || period < state.period else { return nil }
            state.period = state.isRunning ? min(period, state.period) : period
            state.isRunning = true
            state.timer += 1
            return state.timer
        }
        if let timer { loop.post { _ in self.schedule(timer) } }
    }

    func remove(_ link: HubLink) { state.withLock { _ = $0.links.removeValue(forKey: ObjectIdentifier(link)) } }

    /// On the service thread.
    private func schedule(_ timer: UInt64) {
        let period = state.withLock { $0.period }
        loop.schedule(after: period) { isStopping in if !isStopping { self.fire(timer) } }
    }

    private func fire(_ timer: UInt64) {
        let links = state.withLock { state -> [HubLink] in
            guard state.timer == timer else { return [] }
            if state.links.isEmpty { state.isRunning = false }
            return Array(state.links.values)
        }
        guard !links.isEmpty else { return }
        let now = ContinuousClock.now
        let next = now + state.withLock { $0.period }
        for link in links { link.tick(now, next: next) }
        schedule(timer)
    }
}
