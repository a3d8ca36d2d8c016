import Configuration
import Observability
import Relay
import Runtime

/// Has everything looked at when the machine wakes up or its clock is set: what is due counts on a clock that nobody sets, and yet what
/// happened meanwhile should not wait for the next scan.
struct ClockFollower: Service {
    let name = "clock"
    private let watch: Watch
    private let current: CurrentParts
    private let occasions: OccasionTeller
    private let logger: Logger
    private let ending = Promise<Void, Never>()

    init(_ watch: Watch, _ current: CurrentParts, _ occasions: OccasionTeller) {
        self.occasions = occasions
        self.watch = watch
        self.current = current
        logger = watch.log.logger("program")
    }

    func run() async throws {
        do throws(EventDescriptorError) {
            let clock = try ClockWatch()
            _ = await race(stop: ending) { await self.follow(clock) }
            await clock.stop()
        } catch {
            // Each engine notices a step at its next scan, as before.
            logger.debug("steps of the clock will not be noticed at once", [.reason: .text(error.description)])
            _ = await ending.outcomeUnlessCancelled()
        }
    }

    func stop() async { ending.keep() }

    private func follow(_ clock: ClockWatch) async {
        while let change = await clock.next() {
            if change.isStep { logger.info("the clock was set", [.step: .duration(change.step)]) }
            if change.slept > ClockChange.least {
                logger.info("the machine has slept", [.slept: .duration(change.slept)])
            }
            for watcher in await current.parts.accounts.all { watcher.clocksChanged() }
            await watch.relay.clocksChanged()
            occasions.look()
        }
    }
}

extension OccasionTeller {
    /// Of the running program.
    init(_ watch: Watch, _ current: CurrentParts) {
        self.init(store: watch.store, logger: watch.log.logger("program")) {
            let parts = current.parts
            return Wish(rules: parts.rules, drill: parts.configuration.drill)
        }
    }
}

extension LogKey {
    fileprivate static let step = LogKey("clock.step")
    fileprivate static let slept = LogKey("clock.slept")
}
