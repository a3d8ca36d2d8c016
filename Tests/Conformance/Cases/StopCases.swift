import Testing

extension Conformance.Keepalive {
    @Test("83. Stop in each state, twice, from a handler", arguments: ConformanceCase.servers(83))
    func stopping(_ server: Server) async throws {
        try await prove(83, server) { bench in
            guard server == .scripted else {
                let client = try await bench.started()
                try await Self.stopTwice(client)
                let other = try await bench.started()
                try await other.on("end", then: .stop)
                try await other.send("SendMe", "\"end\"", "[]")
                try await other.disconnected()
                try #require(other.events.all.filter { $0.isDisconnected }.count == 1)
                return
            }
            // Never started.
            let idle = try await bench.client(bench.peer().url)
            await idle.stop()
            try #require(idle.events.all.isEmpty)
            // Connected.
            let (client, _, _) = try await bench.connected()
            try await Self.stopTwice(client)
            // From a handler.
            let (handled, socket, _) = try await bench.connected()
            try await handled.on("end", then: .stop)
            socket.invoke("end")
            try #require(try await handled.disconnected() == nil)
            try await Self.stopWhileStarting(bench)
            try await Self.stopWhileReconnecting(bench)
        }
    }

    private static func stopTwice(_ client: any ClientUnderTest) async throws {
        async let first: Void = client.stop()
        async let second: Void = client.stop()
        _ = await (first, second)
        await client.stop()
        try require(try await client.disconnected() == nil, "a stop is no failure")
        try require(client.events.all.filter { $0.isDisconnected }.count == 1, "closed more than once")
    }

    /// In the request of the WebSocket, and in the handshake.
    private static func stopWhileStarting(_ bench: Bench) async throws {
        for hasWebSocket in [false, true] {
            let peer = try bench.peer()
            let client = try await bench.client(peer.url)
            let start = Task { try await startFailure(client) }
            try await peer.negotiation().respond(json: ScriptedPeer.negotiation())
            let upgrade = try await peer.upgrade()
            if hasWebSocket {
                let socket = upgrade.upgrade()
                _ = try await socket.records.next("handshake")
            }
            await client.stop()
            _ = try await within("end of the start") { try await start.value }
            try require(!client.events.all.contains { $0.isConnected || $0.isDisconnected }, "\(client.events.all)")
        }
    }

    private static func stopWhileReconnecting(_ bench: Bench) async throws {
        let (client, socket, peer) = try await bench.connected { $0.reconnectDelays = [.zero] }
        socket.cut()
        _ = try await peer.negotiation()
        try await stopTwice(client)
    }
}
