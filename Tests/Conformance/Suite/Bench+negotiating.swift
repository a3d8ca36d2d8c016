extension Bench {
    /// How a start fails when its negotiation is answered in this way.
    func failureOfNegotiation(
        _ tune: (inout ClientOptions) -> Void = { _ in }, _ answer: (PeerRequest) -> Void
    ) async throws -> ClientFailure {
        let peer = try peer()
        let client = try await client(peer.url, tune)
        let start = Task { try await startFailure(client) }
        answer(try await peer.negotiation())
        return try await within("failure of the start") { try await start.value }
    }

    /// How a start fails when the handshake is answered in this way.
    func failureOfHandshake(
        _ tune: (inout ClientOptions) -> Void = { _ in }, _ answer: (PeerSocket) -> Void
    ) async throws -> ClientFailure {
        let peer = try peer()
        let client = try await client(peer.url, tune)
        let start = Task { try await startFailure(client) }
        let socket = try await peer.webSocket()
        _ = try await socket.records.next("handshake")
        answer(socket)
        let failure = try await within("failure of the start") { try await start.value }
        // Whatever it was, the transport is not left open.
        try await socket.ending()
        return failure
    }

    /// A client that has shaken hands with a peer.
    func connected(
        listeningTo target: String? = nil, answer: String = "{}^", isStateful: Bool = false,
        _ tune: (inout ClientOptions) -> Void = { _ in }
    ) async throws -> (any ClientUnderTest, PeerSocket, ScriptedPeer) {
        let peer = try peer()
        let client = try await client(peer.url, tune)
        if let target { try await client.on(target) }
        return (client, try await peer.hub(starting: client, isStateful: isStateful, answer: answer), peer)
    }
}
