import JSON
import Testing

extension Conformance.Fallback {
    /// A token of one second is refreshed at once, where one of an hour is refreshed five minutes before its end.
    private static func shortLived(_ number: Int = 1) -> String {
        ScriptedPeer.negotiation(number).dropLast() + #","tokenLifetimeSeconds":1}"#
    }

    @Test("111. The refresh endpoint: success, each error, redirection", arguments: ConformanceCase.servers(111))
    func refreshing(_ server: Server) async throws {
        try await prove(111, server) { bench in
            async let success: Void = Self.succeeds(bench)
            async let errors: Void = Self.fails(bench)
            async let redirection: Void = Self.afterRedirection(bench)
            _ = try await (success, errors, redirection)
        }
    }

    private static func succeeds(_ bench: Bench) async throws {
        let peer = try bench.peer()
        let client = try await bench.client(peer.url + "?a=b") { options in
            options.tokens = ["first", "second", "third"]
            options.transports = ["ServerSentEvents"]
        }
        async let started: Void = client.start()
        try await peer.negotiation().respond(json: shortLived())
        let events = try await peer.events()
        try await peer.post().respond(200)
        events.send("{}^")
        try await started
        let refresh = try await refresh(peer)
        try require(refresh.target == "/hub/refresh?a=b&id=secret-1", "\(refresh)")
        try require(refresh.header("authorization") == "Bearer second", "not a fresh token")
        refresh.respond(json: #"{"tokenLifetimeSeconds":1,"accessToken":"of the service"}"#)
        let again = try await Self.refresh(peer)
        try require(again.header("authorization") == "Bearer third", "not a fresh token")
        // Before the answer: it makes the third the one that the server takes.
        try await client.send("m", "1")
        let post = try await peer.post()
        try require(post.header("authorization") == "Bearer of the service", "\(post.headers)")
        post.respond(200)
        again.respond(json: "{}")
    }

    private static func fails(_ bench: Bench) async throws {
        let statuses = [400, 401, 403, 404, 405, 500]
        var hubs: [(any ClientUnderTest, PeerSocket, ScriptedPeer)] = []
        for _ in statuses {
            let peer = try bench.peer()
            let client = try await bench.client(peer.url) { $0.tokens = ["first", "second"] }
            async let started: Void = client.start()
            try await peer.negotiation().respond(json: shortLived())
            let socket = try await peer.hub()
            try await started
            hubs.append((client, socket, peer))
        }
        for (status, (client, socket, peer)) in zip(statuses, hubs) {
            try await refresh(peer).respond(status, #"{"error":"refused"}"#, type: "application/json")
            try await socket.proveAlive(client)
            try require(!client.events.all.contains { $0.isReconnecting || $0.isDisconnected }, "lost by \(status)")
        }
    }

    private static func afterRedirection(_ bench: Bench) async throws {
        let (peer, other) = (try bench.peer(), try bench.peer())
        let client = try await bench.client(peer.url) { $0.tokens = ["first", "second"] }
        async let started: Void = client.start()
        try await peer.negotiation().respond(json: #"{"url":"\#(other.origin)/there","accessToken":"theirs"}"#)
        try await other.negotiation().respond(json: shortLived())
        let socket = try await other.hub()
        try await started
        let refresh = try await refresh(peer)
        try require(refresh.target == "/hub/refresh?id=secret-1", "\(refresh)")
        try require(refresh.header("authorization") == "Bearer second", "the service's token went to the application")
        refresh.respond(json: "{}")
        try await socket.proveAlive(client)
    }

    /// The next request to refresh; pings that are posted meanwhile are taken.
    private static func refresh(_ peer: ScriptedPeer) async throws -> PeerRequest {
        while true {
            let request = try await peer.requests.next("request to refresh")
            if request.path.hasSuffix("/refresh") { return request }
            try require(request.method == "POST", "\(request)")
            request.respond(200)
        }
    }
}
