import Control
import NetworkChanges
import Observability
import Relay
import Runtime

/// Has tried at once what could not be reached, when this machine's network comes back: nobody waits for the next try, which may be
/// minutes away.
struct NetworkFollower: Service {
    let name = "network"
    private let watch: Watch
    private let current: CurrentParts
    private let logger: Logger
    private let ending = Promise<Void, Never>()

    /// An address comes before the route to everywhere, and after it the names' servers.
    private static let settling = Duration.milliseconds(500)

    init(_ watch: Watch, _ current: CurrentParts) {
        self.watch = watch
        self.current = current
        logger = watch.log.logger("program")
    }

    func run() async throws {
        do throws(NetworkWatchError) {
            let network = try NetworkWatch()
            _ = await race(stop: ending) { await self.follow(network) }
            await network.stop()
        } catch {
            // Everything is tried in its own time, as before.
            logger.warning("the network's return will not be noticed at once", [.reason: .text(error.description)])
            _ = await ending.outcomeUnlessCancelled()
        }
    }

    func stop() async { ending.keep() }

    private func follow(_ network: NetworkWatch) async {
        while let changes = await network.next() {
            guard changes.contains(.came) else { continue }
            guard (try? await Task.sleep(for: Self.settling)) != nil else { return }
            logger.debug("the network has changed; everything is tried")
            await tryEverything()
        }
    }

    private func tryEverything() async {
        for watcher in await current.parts.accounts.all { watcher.networkCameUp() }
        for lane in await watch.relay.status() where LiveStatus.Target(lane).state == .failing {
            await watch.relay.tryAgain(target: lane.target)
        }
    }
}
