import SignalRClient
import SignalRProtocol
import SignalRServer
import TestWaiting
import Testing

@Suite("Many polls")
struct ManyPollsTests {
    @Test("many connections poll at once, and hear what is said to all", .timeLimit(.minutes(3)))
    func many() async throws {
        // A thousand took 9 s to connect and 1 s to hear it, in a debug build beside seven other builds.
        let count = 150
        let hub = Hub()
        let heard = Collected<Int>()
        try await withHub(hub) { url in
            var options = HubConnectionOptions()
            options.transports = [.longPolling]
            let connections = (0..<count).map { _ in
                HubConnection(url, options: options, network: TestNetwork.shared)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, connection) in connections.enumerated() {
                    group.addTask {
                        _ = connection.on("n") { _ in heard.add(number) }
                        try await connection.start()
                    }
                }
                try await group.waitForAll()
            }
            for round in 1...3 {
                _ = try hub.send("n", json: ["\(round)"])
                try await eventually("all have heard") { heard.all.count == count * round }
            }
            #expect(Set(heard.all).count == count)
            await withTaskGroup(of: Void.self) { group in
                for connection in connections { group.addTask { await connection.stop() } }
            }
            #expect(connections.allSatisfy { $0.state.isDisconnected })
        }
    }
}
