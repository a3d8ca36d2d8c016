extension ConformanceCase {
    static let handshakeCases: [ConformanceCase] = [
        ConformanceCase(21, .handshake, "An empty object: connected", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(22, .handshake, "Two messages in the handshake's frame: both dispatched in order", [.scripted]),
        ConformanceCase(23, .handshake, "An answer in three frames, split inside a character", [.scripted]),
        ConformanceCase(24, .handshake, "An error: the start fails with it", [.scripted]),
        ConformanceCase(25, .handshake, "A message instead of an answer: an error", [.scripted]),
        ConformanceCase(26, .handshake, "No answer: a timeout, the socket is closed; 15 s by default", [.scripted]),
        ConformanceCase(27, .handshake, "Closed before the answer: an error, not a hang", [.scripted]),
        ConformanceCase(28, .handshake, "An unknown member is accepted", [.scripted]),
        ConformanceCase(29, .handshake, "Not JSON: an error", [.scripted]),
        ConformanceCase(
            30, .handshake, "The version is 1, and 2 only with stateful reconnect",
            [.ours, .genuine, .aiosignalr, .scripted]),
    ]
}
