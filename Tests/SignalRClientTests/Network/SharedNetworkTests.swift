import Sockets
import TestWaiting
import Testing

@testable import SignalRClient

@Suite("Whose network a connection uses", .timeLimit(.minutes(1)))
struct SharedNetworkTests {
    @Test("connections that are given none share one, made by the first start and kept")
    func ofProcess() async throws {
        try await HubNetworkTests.withHub { port in
            for _ in 0..<2 {
                let connection = HubConnection("http://127.0.0.1:\(port)/hub")
                try await connection.start()
                #expect(try await connection.invoke("Echo", json: ["1"]) == "1")
                await connection.stop()
            }
            let (one, other) = (try HubNetwork.shared(), try HubNetwork.shared())
            #expect(one === other)
            #expect(!one.loop.isStopped)
        }
    }

    @Test("a task that prefers the network's executor calls and goes on where the answers arrive")
    func executor() async throws {
        try await HubNetworkTests.withHub { port in
            let network = try HubNetwork()
            let connection = HubConnection("http://127.0.0.1:\(port)/hub", network: network)
            try await connection.start()
            try await Task(executorPreference: network.executor) {
                for number in 0..<20 {
                    #expect(network.loop.isOnThread)
                    let answer = try await connection.invoke("Echo", json: ["\(number)"])
                    #expect(answer == "\(number)")
                }
            }.value
            await connection.stop()
            await network.close()
        }
    }

    @Test("a network of one's own ends when neither the program nor a connection has it any more")
    func own() async throws {
        try await HubNetworkTests.withHub { port in
            var network: HubNetwork? = try HubNetwork()
            let loop = try #require(network?.loop)
            var connection: HubConnection? = HubConnection("http://127.0.0.1:\(port)/hub", network: network)
            network = nil
            try await connection?.start()
            #expect(try await connection?.invoke("Echo", json: ["1"]) == "1")
            await connection?.stop()
            #expect(!loop.isStopped)
            connection = nil
            try await eventually("its thread ends") { loop.isStopped }
        }
    }

    @Test("one that was closed by hand is let go without harm, and says at a start that it is stopped")
    func closed() async throws {
        let network = try HubNetwork()
        await network.close()
        await network.close()
        let connection = HubConnection("http://127.0.0.1:9/hub", options: .once, network: network)
        let error = await #expect(throws: HubError.self) { try await connection.start() }
        #expect(error?.kind == .stopped, "\(String(describing: error))")
    }

    @Test(
        "a text that is no hub's URL is told at the start, and nothing is begun",
        arguments: ["", "example.org/hub", "ftp://example.org/hub", "https://", "https://user:secret@example.org/hub"])
    func badURL(_ text: String) async throws {
        let connection = HubConnection(text, network: TestNetwork.shared)
        for _ in 0..<2 {
            let error = await #expect(throws: HubError.self) { try await connection.start() }
            #expect(error?.kind == .badURL)
            #expect(error?.nextStep == "A hub's URL looks like https://host/hubs/name.")
            #expect(error?.description.contains("secret") == false)
        }
        let error = await #expect(throws: HubError.self) { try await connection.run() }
        #expect(error?.kind == .badURL)
        #expect(connection.state.isDisconnected)
        await connection.stop()
    }
}

extension HubConnectionOptions {
    fileprivate static var once: HubConnectionOptions {
        var options = HubConnectionOptions()
        options.reconnect = .never
        return options
    }
}
