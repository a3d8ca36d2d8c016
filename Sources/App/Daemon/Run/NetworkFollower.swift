import Control
import HTTPClient
import NetworkChanges
import Observability
import Relay
import Runtime

/// Has tried at once what could not be reached, when this machine's network comes back: nobody waits for the next try, which may be
/// minutes away. What is well is left alone.
struct NetworkFollower: Service {
    let name = "network"
    private let watch: Watch
    private let current: CurrentParts
    private let logger: Logger
    private let ending = Promise<Void, Never>()

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
        var pace = NetworkPace()
        let began = ContinuousClock.now
        while let changes = await network.next() {
            guard changes.contains(.came) else { continue }
            let pause = pace.pause(at: ContinuousClock.now - began)
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            pace.tried(at: ContinuousClock.now - began)
            logger.debug("the network has changed; what could not be reached is tried")
            await tryWhatFails()
        }
    }

    private func tryWhatFails() async {
        await current.parts.tryWhatFails(on: watch.board)
        await watch.relay.networkCameUp()
    }
}

extension Parts {
    /// Has every account tried at once that is not well.
    ///
    /// - Parameter account: somebody has signed in just now; only those of its server are meant, and not the account itself.
    func tryWhatFails(on board: StatusBoard, besides account: WatchedAccount? = nil) async {
        for watcher in await accounts.all {
            let origin = account?.server.origin ?? watcher.account.server.origin
            guard watcher.account.server.origin == origin, watcher.name != account?.name else { continue }
            let status = await watcher.status(on: board)
            let isWell = status.failingSince == nil && [.live, .polling].contains(status.state)
            if !isWell { watcher.networkCameUp() }
        }
    }
}

/// How soon a change of the network is followed: leases are renewed and addresses announced all day, and containers come and go.
struct NetworkPace: Equatable {
    /// An address comes before the route to everywhere, and after it the names' servers.
    static let settling = Duration.milliseconds(500)
    static let longest = Duration.seconds(300)

    private var triedAt: Duration?
    /// From one try to the next at least; the double after each that comes so soon.
    private var spacing = Self.settling

    /// How long to wait before what failed is tried.
    func pause(at now: Duration) -> Duration {
        guard let triedAt else { return Self.settling }
        return max(Self.settling, triedAt + spacing - now)
    }

    /// What failed is tried now.
    mutating func tried(at now: Duration) {
        // After as long a silence a change is worth a try at once again.
        let isSoon = triedAt.map { now - $0 < spacing * 4 } ?? false
        spacing = isSoon ? min(spacing * 2, Self.longest) : Self.settling * 4
        triedAt = now
    }
}
