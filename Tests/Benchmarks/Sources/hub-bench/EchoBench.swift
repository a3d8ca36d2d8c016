import SignalRClient

/// Round trips one after the other, each with the transaction out and a typed one back.
struct EchoBench {
    private static let warmUp = 200

    let url: String
    /// Whether the calls are made on the service thread.
    let isOnServiceThread: Bool

    @concurrent
    func run(_ count: Int) async throws {
        let network = try HubNetwork()
        let hub = HubConnection(url, options: HubBench.options(), network: network)
        try await hub.start()
        let executor = isOnServiceThread ? network.executor : globalConcurrentExecutor
        var trips = try await withTaskExecutorPreference(executor) { try await roundTrips(hub, count) }
        trips.sort()
        let (p50, p99) = (trips[count / 2], trips[count * 99 / 100])
        print("{\"peer\":\"pocketbell\",\"mode\":\"echo\",\"count\":\(count),\"p50\":\(p50),\"p99\":\(p99)}")
        await hub.stop()
        await network.close()
    }

    /// In microseconds.
    private func roundTrips(_ hub: HubConnection, _ count: Int) async throws -> [Double] {
        var trips: [Double] = []
        trips.reserveCapacity(count)
        for index in 0..<count + Self.warmUp {
            let start = ContinuousClock.now
            let answer = Array(try await hub.invoke("Echo", json: [HubTransaction.json]).utf8)
            _ = try HubTransaction(result: answer)
            if index >= Self.warmUp { trips.append((ContinuousClock.now - start) / .microseconds(1)) }
        }
        return trips
    }
}
