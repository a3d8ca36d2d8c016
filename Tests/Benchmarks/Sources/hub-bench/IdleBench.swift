import Measuring
import SignalRClient

/// Connections that do nothing: what each keeps in memory, and what all use of the processor meanwhile.
struct IdleBench {
    private static let atOnce = 50

    let url: String
    /// Certificate authorities for `https`.
    let caFile: String?

    @concurrent
    func run(connections count: Int, seconds: Int) async throws {
        let network = try HubNetwork(caFile: caFile)
        let started = ContinuousClock.now
        var hubs: [HubConnection] = []
        for start in stride(from: 0, to: count, by: Self.atOnce) {
            let next = (start..<min(start + Self.atOnce, count)).map { _ in
                HubConnection(url, options: HubBench.options(), network: network)
            }
            for hub in next { hub.on(HubTransaction.target) { _ in } }
            try await withThrowingTaskGroup { group in
                for hub in next { group.addTask { try await hub.start() } }
                try await group.waitForAll()
            }
            hubs += next
        }
        let opened = (ContinuousClock.now - started) / .seconds(1)
        let processor = Usage.processorSeconds()
        try await Task.sleep(for: .seconds(seconds))
        let idle = Usage.processorSeconds() - processor
        print(
            """
            {"peer":"pocketbell","mode":"idle","count":\(count),"openSeconds":\(opened),\
            "rssMB":\(Usage.residentKilobytes() / 1024),"privateMB":\(Usage.privateKilobytes() / 1024),\
            "idleCpuSeconds":\(idle)}
            """)
        for hub in hubs { await hub.stop() }
        await network.close()
    }
}
