import Runtime
import Sockets

/// What has something to do after a silence.
protocol SweptLink: AnyObject, Sendable {
    /// How long the shortest silence is after which it has something to do.
    var shortestSilence: Duration { get }

    /// Does what is due.
    ///
    /// - Parameter next: when it is looked at again at the earliest.
    /// - Returns: When there is something to do next.
    func tick(_ now: ContinuousClock.Instant, next: ContinuousClock.Instant) -> ContinuousClock.Instant
}

/// Looks after the silence of all links of a network, with one timer for all of them and only while there are any: a
/// sleeping task each would be most of what an idle connection costs. It rings when the first of them has something to do,
/// and never twice within a period, so that neither one link nor thousands wake the machine for nothing.
final class LinkSweep: Sendable {
    private struct State {
        var links: [ObjectIdentifier: any SweptLink] = [:]
        /// How often they are looked at, at most; as the most impatient one of them needs it.
        var period = LinkSweep.longest
        /// When the timer that runs rings; `nil` while the links are looked at, and who has something sooner then may have been passed.
        var rings: ContinuousClock.Instant?
        /// Of the timer that runs; those before it find that they have been replaced.
        var timer: UInt64 = 0
        var isRunning = false

        /// - Returns: Of a timer in place of the one that runs; `nil` if that one rings soon enough.
        mutating func newTimer(by moment: ContinuousClock.Instant) -> UInt64? {
            if isRunning, let rings, rings <= moment { return nil }
            isRunning = true
            rings = moment
            timer += 1
            return timer
        }
    }

    /// As fine as official clients look; times of several seconds are not more exact than that.
    private static let longest = Duration.seconds(1)

    private let loop: EventLoop
    private let state = Lock(State())

    init(on loop: EventLoop) {
        self.loop = loop
    }

    func add(_ link: some SweptLink) {
        let times = link.shortestSilence
        let period = max(.milliseconds(10), min(Self.longest, times / 4))
        let timer = state.withLock { state -> UInt64? in
            state.links[ObjectIdentifier(link)] = link
            state.period = state.isRunning ? min(period, state.period) : period
            return state.newTimer(by: .now + times)
        }
        if let timer { loop.post { _ in self.schedule(timer) } }
    }

    /// Has the links looked at within a period, because one of them has something to do sooner than it said.
    func hasten() {
        guard let timer = state.withLock({ $0.isRunning ? $0.newTimer(by: .now + $0.period) : nil }) else { return }
        loop.post { _ in self.schedule(timer) }
    }

    func remove(_ link: some SweptLink) { state.withLock { _ = $0.links.removeValue(forKey: ObjectIdentifier(link)) } }

    /// On the service thread.
    private func schedule(_ timer: UInt64) {
        guard let rings = state.withLock({ $0.timer == timer ? $0.rings : nil }) else { return }
        loop.schedule(after: rings - .now) { isStopping in if !isStopping { self.fire(timer) } }
    }

    private func fire(_ timer: UInt64) {
        let links = state.withLock { state -> [any SweptLink] in
            guard state.timer == timer else { return [] }
            if state.links.isEmpty { state.isRunning = false }
            state.rings = nil
            return Array(state.links.values)
        }
        guard !links.isEmpty else { return }
        let now = ContinuousClock.now
        let soonest = now + state.withLock { $0.period }
        let due = links.reduce(nil as ContinuousClock.Instant?) { due, link in
            let next = link.tick(now, next: soonest)
            return due.map { min($0, next) } ?? next
        }
        let moment = max(soonest, due ?? soonest)
        let next = state.withLock { state -> UInt64? in
            // Another one may have been asked for meanwhile.
            guard state.timer == timer else { return state.newTimer(by: moment) }
            state.rings = moment
            return timer
        }
        if let next { schedule(next) }
    }
}
