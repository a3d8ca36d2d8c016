import SignalRClient

/// Cut off again and again: from the call that has the hub cut the connection, without a word, to the moment in which the
/// connection says that it is connected again.
struct ReconnectBench {
    private static let warmUp = 5

    let url: String

    @concurrent
    func run(_ count: Int) async throws {
        let network = try HubNetwork()
        var options = HubBench.options()
        options.reconnect = .custom { _ in .zero }
        // Else a connection that is cut so soon is not tried again without a pause.
        options.reconnect.stableAfter = .zero
        let hub = HubConnection(url, options: options, network: network)
        try await hub.start()
        var states = hub.states.makeAsyncIterator()
        _ = await states.next()
        var times: [Double] = []
        for index in 0..<count + Self.warmUp {
            let start = ContinuousClock.now
            try await hub.send("End", json: ["\"cut\""])
            while let state = await states.next(), state.isConnected {}
            while let state = await states.next(), !state.isConnected {}
            if index >= Self.warmUp { times.append((ContinuousClock.now - start) / .microseconds(1)) }
        }
        times.sort()
        let (p50, p99) = (times[count / 2], times[min(count - 1, count * 99 / 100)])
        print(
            "{\"peer\":\"pocketbell\",\"mode\":\"reconnect\",\"count\":\(count),\"p50\":\(p50),\"p99\":\(p99)}")
        await hub.stop()
        await network.close()
    }
}
