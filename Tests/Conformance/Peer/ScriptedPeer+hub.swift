import JSON

/// What most cases begin with.
extension ScriptedPeer {
    static let offers =
        #"[{"transport":"WebSockets","transferFormats":["Text","Binary"]},"#
        + #"{"transport":"ServerSentEvents","transferFormats":["Text"]},"#
        + #"{"transport":"LongPolling","transferFormats":["Text","Binary"]}]"#

    static func negotiation(_ number: Int = 1, isStateful: Bool = false, offers: String = offers) -> String {
        let stateful = isStateful ? #","useStatefulReconnect":true"# : ""
        return #"{"negotiateVersion":1,"connectionId":"public-\#(number)","connectionToken":"secret-\#(number)""#
            + #","availableTransports":\#(offers)\#(stateful)}"#
    }

    /// The next request, which must be a negotiation; it is not answered yet.
    func negotiation() async throws -> PeerRequest {
        let request = try await requests.next("negotiation")
        try require(request.isNegotiation, "a negotiation was expected, not \(request)")
        return request
    }

    /// The next request, which must be for a WebSocket; it is not answered yet.
    func upgrade() async throws -> PeerRequest {
        let request = try await requests.next("request for a WebSocket")
        try require(request.isUpgrade, "a WebSocket was expected, not \(request)")
        return request
    }

    /// Lets a client in as far as its WebSocket: negotiates if it asks to.
    func webSocket(_ number: Int = 1, isStateful: Bool = false) async throws -> PeerSocket {
        let first = try await requests.next("connection of a client")
        guard first.isNegotiation else { return first.upgrade() }
        first.respond(json: Self.negotiation(number, isStateful: isStateful))
        return try await upgrade().upgrade()
    }

    /// Lets a client in: negotiation, WebSocket, handshake.
    func hub(_ number: Int = 1, isStateful: Bool = false, answer: String = "{}^") async throws -> PeerSocket {
        let socket = try await webSocket(number, isStateful: isStateful)
        let hello = try await socket.records.next("handshake")
        try require(hello.json?["protocol"] == "json", "a handshake was expected, not \(hello)")
        socket.send(answer)
        return socket
    }

    /// Lets a client in that is started meanwhile.
    func hub(
        starting client: any ClientUnderTest, _ number: Int = 1, isStateful: Bool = false, answer: String = "{}^"
    ) async throws -> PeerSocket {
        async let started: Void = client.start()
        let socket = try await hub(number, isStateful: isStateful, answer: answer)
        try await started
        return socket
    }
}
