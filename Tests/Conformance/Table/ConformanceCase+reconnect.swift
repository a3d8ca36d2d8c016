extension ConformanceCase {
    static let reconnectCases: [ConformanceCase] = [
        ConformanceCase(
            86, .reconnect,
            "Delays are kept before the attempts; four attempts, then closed; 0, 2, 10, 30 s by default", [.scripted]),
        ConformanceCase(87, .reconnect, "A policy that says no at once: closed, no reconnecting event", [.scripted]),
        ConformanceCase(88, .reconnect, "A policy gets count, elapsed time and reason", [.scripted], inside: true),
        ConformanceCase(
            89, .reconnect, "The reconnected client has a new id", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(90, .reconnect, "The token provider is asked per attempt; the policy sees a 401", [.scripted]),
        ConformanceCase(91, .reconnect, "Stop during a delay and during an attempt: ends at once", [.scripted]),
        ConformanceCase(92, .reconnect, "A failed handshake counts as a failed attempt", [.scripted]),
        ConformanceCase(93, .reconnect, "Handlers survive", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            94, .reconnect, "A thousand cycles: no growth of memory, descriptors, threads", [.ours],
            [.scripted: .realIsEnough], inside: true),
    ]
}
