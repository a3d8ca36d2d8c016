import JSON

extension Bench {
    /// A client with stateful reconnect that has shaken hands with a peer.
    func stateful(
        listeningTo target: String? = nil, _ tune: (inout ClientOptions) -> Void = { _ in }
    ) async throws -> (any ClientUnderTest, PeerSocket, ScriptedPeer) {
        try await connected(listeningTo: target, isStateful: true) { options in
            options.isStateful = true
            options.transports = ["WebSockets"]
            tune(&options)
        }
    }
}

extension ScriptedPeer {
    /// Takes a client back that was cut off; it begins with a Sequence of this value.
    func reattachment(sequence: Int) async throws -> PeerSocket {
        let upgrade = try await upgrade()
        try require(upgrade.query.contains("id=secret-1"), "\(upgrade)")
        let socket = upgrade.upgrade()
        let first = try await socket.next("Sequence")
        try require(first.type == 9, "a Sequence was expected, not \(first)")
        try require(
            first.json?["sequenceId"] == .number(JSONNumberText(sequence)), "Sequence \(sequence) expected: \(first)")
        return socket
    }
}

extension PeerSocket {
    func sequence(_ number: Int) { send(#"{"type":9,"sequenceId":\#(number)}^"#) }
    func acknowledge(_ number: Int) { send(#"{"type":8,"sequenceId":\#(number)}^"#) }

    /// The next message that is neither Ping nor Ack.
    func nextTracked(_ what: String) async throws -> Record {
        while true {
            let record = try await next(what)
            if record.type != 8 { return record }
        }
    }
}
