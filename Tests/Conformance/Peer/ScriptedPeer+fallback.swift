/// The two transports that send by POST.
extension ScriptedPeer {
    /// Lets a client in by server-sent events, with its handshake and the ping behind it.
    func events(starting client: any ClientUnderTest) async throws -> PeerEvents {
        async let started: Void = client.start()
        try await negotiation().respond(json: Self.negotiation())
        let events = try await self.events()
        try await takeHandshake()
        events.send("{}^")
        try await started
        return events
    }

    /// The next request, which must ask for server-sent events; answered by their beginning.
    func events() async throws -> PeerEvents {
        let request = try await requests.next("request for events")
        try require(
            request.method == "GET" && request.header("accept")?.contains("text/event-stream") == true, "\(request)")
        return request.beginEvents()
    }

    /// Lets a client in by long polling; gives the poll that waits.
    func poll(starting client: any ClientUnderTest) async throws -> PeerRequest {
        async let started: Void = client.start()
        try await negotiation().respond(json: Self.negotiation())
        let first = try await requests.next("first poll")
        try require(first.method == "GET", "\(first)")
        first.respond(200)
        let poll = try await nextPoll(answeringPosts: true)
        poll.respond(200, "{}\u{1E}")
        try await started
        return try await nextPoll(answeringPosts: true)
    }

    /// The next poll; what is posted meanwhile is taken.
    func nextPoll(answeringPosts: Bool) async throws -> PeerRequest {
        while true {
            let request = try await requests.next("poll")
            if request.method == "GET" { return request }
            try require(answeringPosts && request.method == "POST", "\(request)")
            request.respond(200)
        }
    }

    /// The next request, which must post records; not answered yet.
    func post() async throws -> PeerRequest {
        let request = try await requests.next("post")
        try require(request.method == "POST" && !request.isNegotiation, "\(request)")
        return request
    }

    private func takeHandshake() async throws {
        let handshake = try await post()
        try require(handshake.body == "{\"protocol\":\"json\",\"version\":1}\u{1E}", handshake.body)
        handshake.respond(200)
    }
}
