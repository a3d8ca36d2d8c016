extension ConformanceCase {
    static let keepaliveCases: [ConformanceCase] = [
        ConformanceCase(
            73, .keepalive, "An idle client pings at its interval, a busy one does not; 15 s by default", [.scripted]),
        ConformanceCase(74, .keepalive, "The first ping right after the handshake", [.scripted]),
        ConformanceCase(
            75, .keepalive, "A silent server: a timeout error and the reconnect path; 30 s by default", [.scripted]),
        ConformanceCase(76, .keepalive, "A big message that trickles in: no timeout", [.scripted]),
        ConformanceCase(
            77, .keepalive, "Long polling stays up when idle, without pings", [.ours, .genuine, .scripted],
            [.aiosignalr: .unsupported]),
        ConformanceCase(78, .keepalive, "Close without error", [.scripted]),
        ConformanceCase(79, .keepalive, "Close with an error", [.scripted]),
        ConformanceCase(
            80, .keepalive, "allowReconnect: reconnects with a policy, ends without", [.ours, .genuine, .scripted],
            [.aiosignalr: .unsupported]),
        ConformanceCase(
            81, .keepalive, "No allowReconnect: ends in spite of a policy", [.ours, .genuine, .scripted],
            [.aiosignalr: .unsupported]),
        ConformanceCase(
            82, .keepalive, "WebSocket close 1000, 1001, 1006, 1009, 1011 without a Close message: reconnects",
            [.scripted]),
        ConformanceCase(
            83, .keepalive, "Stop in each state, twice, from a handler: returns, one closed event",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(84, .keepalive, "Stop: Close message, then 1000; a silent peer is left after 5 s", [.scripted]),
        ConformanceCase(
            85, .keepalive, "Start after stop on the same object", [.ours, .genuine, .aiosignalr, .scripted]),
    ]
}
