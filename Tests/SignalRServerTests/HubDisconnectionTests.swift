import SignalRProtocol
import SignalRServer
import TestWaiting
import Testing

/// What a hub is told when somebody comes and goes, and the end of tokens.
@Suite("Coming and going", .timeLimit(.minutes(1)))
struct HubDisconnectionTests {
    private let gone = Noted<HubDisconnection.Kind>()

    private func hub(
        _ configuration: HubConfiguration = HubConfiguration(),
        authorizer: @escaping HubAuthorizer = { _ in
            .allowed(user: "mum")
        }
    ) -> Hub {
        let hub = Hub(configuration, authorizer: authorizer)
        hub.onDisconnect { [gone] _, reason in gone.add(reason.kind) }
        return hub
    }

    @Test("a client that says good-bye, and one that is sent away, are told apart")
    func reasons() async throws {
        let hub = hub()
        try await withHub(hub) { port in
            let polite = try await RawHubClient.open(port: port)
            try await polite.send(.close(error: nil, allowReconnect: false))
            try await eventually("the first is told of") { gone.all.count == 1 }
            let guest = try await RawHubClient.open(port: port)
            hub.peers.first?.close(error: "enough")
            #expect(try await guest.next() == .close(error: "enough", allowReconnect: false))
            try await eventually("the second is told of") { gone.all.count == 2 }
        }
        #expect(gone.all == [.closedByClient, .closedByServer])
    }

    @Test("what is to be done at each coming and going is done in its order, for those alone who came in")
    func order() async throws {
        let hub = Hub { .allowed(user: $0.bearerToken) }
        let seen = Noted<String>()
        hub.onConnect { peer in
            seen.add("1: \(peer.user ?? "")")
            if peer.user == "nobody" { throw HubFailure("not welcome") }
        }
        hub.onConnect { peer in seen.add("2: \(peer.user ?? ""), \(hub.peer(peer.id) === peer)") }
        hub.onDisconnect { peer, _ in seen.add("gone: \(peer.user ?? ""), \(hub.peer(peer.id) == nil)") }
        hub.onDisconnect { _, _ in seen.add("last") }
        try await withHub(hub) { port in
            let nobody = try await RawHubClient(port: port, headers: [("Authorization", "Bearer nobody")])
            try await nobody.send(HubHandshake.Request().record)
            #expect(try await nobody.handshake() == "not welcome")
            try await eventually("it has gone") { seen.all.contains("last") }
            let mum = try await RawHubClient.open(port: port, headers: [("Authorization", "Bearer mum")])
            try await mum.send(.close(error: nil, allowReconnect: false))
            try await eventually("mum has gone") { seen.all.count { $0 == "last" } == 2 }
        }
        #expect(
            seen.all == [
                "1: nobody", "gone: nobody, true", "last", "1: mum", "2: mum, true", "gone: mum, true", "last",
            ])
    }

    @Test("a connection is closed when its token expires, with leave to come back")
    func expiry() async throws {
        var configuration = HubConfiguration()
        // Clients are looked at ten times as often as usual.
        configuration.keepAliveInterval = .milliseconds(200)
        let lifetime = Noted<Duration>()
        lifetime.add(.milliseconds(200))
        let hub = hub(configuration) { _ in .allowed(user: "mum", expires: .now + (lifetime.all.last ?? .zero)) }
        try await withHub(hub) { port in
            var client: RawHubClient?
            // On a busy machine the token may be over before the client is in: then the next one lasts longer.
            while client == nil {
                let next = try await RawHubClient(port: port)
                let refusal: String?
                do {
                    try await next.send(HubHandshake.Request().record)
                    refusal = try await next.handshake()
                } catch {
                    refusal = "\(error)"
                }
                if refusal == nil { client = next }
                lifetime.add((lifetime.all.last ?? .zero) * 2)
            }
            let close = try await client?.next()
            #expect(close == .close(error: nil, allowReconnect: true))
            try await eventually("it is told of") { gone.all.last == .tokenExpired }
        }
    }

    @Test("a newer token keeps a connection that polls; without one it ends")
    func renewal() async throws {
        var configuration = HubConfiguration()
        configuration.keepAliveInterval = .milliseconds(200)
        configuration.pollTimeout = .milliseconds(50)
        let lifetime = Noted<Duration>()
        lifetime.add(.seconds(600))
        let hub = hub(configuration) { _ in .allowed(user: "mum", expires: .now + (lifetime.all.last ?? .zero)) }
        let server = HubServer(["/hub": hub])
        let token = try await server.negotiate().connectionToken
        _ = await server.ask("GET", "/hub?id=\(token)")
        _ = await server.ask("POST", "/hub?id=\(token)", body: #"{"protocol":"json","version":1}^"#)
        #expect(hub.connectionCount == 1)
        // The first would have lasted; the latest request counts.
        lifetime.add(.milliseconds(500))
        _ = await server.ask("POST", "/hub?id=\(token)", body: #"{"type":6}^"#)
        try await eventually("it ends") { gone.all == [.tokenExpired] }
        hub.endAll(.cut)
    }

    @Test("a token that has expired already lets nobody in")
    func expired() async throws {
        let hub = hub { _ in .allowed(user: "mum", expires: .now) }
        let server = HubServer(["/hub": hub])
        #expect(await server.ask("POST", "/hub/negotiate?negotiateVersion=1").status == 401)
    }

    @Test("roles are those of the request that connects, negotiated or not")
    func roles() async throws {
        let hub = hub { .allowed(user: "mum", roles: [$0.queryValue("role") ?? "none"]) }
        hub.on("Roles", jsonParameters: 0) { call in "\"\(call.roles.sorted().joined(separator: " "))\"" }
        try await withHub(hub) { port in
            let direct = try await RawHubClient.open(port: port, path: "/hub?role=parent")
            #expect(try await direct.invoke("Roles") == .result(json(#""parent""#)))
            let token = try await HubServer(["/hub": hub]).negotiate("&role=parent").connectionToken
            let negotiated = try await RawHubClient.open(port: port, path: "/hub?id=\(token)&role=cook")
            #expect(try await negotiated.invoke("Roles") == .result(json(#""cook""#)))
            await direct.close()
            await negotiated.close()
        }
    }
}
