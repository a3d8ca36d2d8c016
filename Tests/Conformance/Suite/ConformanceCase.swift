/// One case of the protocol's list: what goes in, and what a client must do.
struct ConformanceCase: Sendable {
    enum Group: String, Sendable, CaseIterable {
        case negotiate = "Negotiate"
        case handshake = "Handshake"
        case framing = "Framing and parsing"
        case calls = "Calls"
        case streams = "Streams"
        case beingCalled = "Being called"
        case keepalive = "Keepalive and close"
        case reconnect = "Reconnect"
        case stateful = "Stateful reconnect"
        case authAndFallback = "Authentication, server-sent events, long polling, MessagePack"
    }

    /// Why a case is not run against a server.
    enum Reason: String, Sendable, CaseIterable {
        /// It needs an answer, a frame or a moment that only a script gives.
        case unmakeable
        /// The real servers show it whole.
        case realIsEnough
        /// The server has no such feature, or does it in another way than the protocol says.
        case unsupported
        /// The suite's own negotiation endpoints are part of two servers only.
        case noTricks
    }

    let number: Int
    let group: Group
    let title: String
    let servers: [Server]
    private let reasons: [Server: Reason]
    /// Whether it looks into the library, so that it says nothing of another client.
    let isInside: Bool

    init(
        _ number: Int, _ group: Group, _ title: String, _ servers: [Server], _ reasons: [Server: Reason] = [:],
        inside isInside: Bool = false
    ) {
        self.number = number
        self.group = group
        self.title = title
        self.servers = servers
        self.reasons = reasons
        self.isInside = isInside
    }

    /// `nil` where the case is run.
    func reason(_ server: Server) -> Reason? {
        if servers.contains(server) { return nil }
        if let reason = reasons[server] { return reason }
        return server == .scripted ? .realIsEnough : .unmakeable
    }
}
