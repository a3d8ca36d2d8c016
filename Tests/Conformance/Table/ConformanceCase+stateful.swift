extension ConformanceCase {
    static let statefulCases: [ConformanceCase] = [
        ConformanceCase(
            95, .stateful, "A drop without a Close frame: same id, no events, the pending call completes",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(96, .stateful, "The reattachment: no negotiation, no handshake, first a Sequence", [.scripted]),
        ConformanceCase(97, .stateful, "An empty buffer: Sequence is one above the last sent", [.scripted]),
        ConformanceCase(
            98, .stateful, "Three unacknowledged: Sequence is the oldest, three replayed byte for byte", [.scripted]),
        ConformanceCase(99, .stateful, "The server replays five, three of them seen: two delivered", [.scripted]),
        ConformanceCase(100, .stateful, "A Sequence above the next or below 1: closed with an error", [.scripted]),
        ConformanceCase(101, .stateful, "Acknowledged within 1 s, several at once", [.scripted]),
        ConformanceCase(
            102, .stateful, "A full buffer: the sender waits, resumes on an Ack, fails on close", [.scripted]),
        ConformanceCase(103, .stateful, "A Close frame or Close message: no reattachment", [.scripted]),
        ConformanceCase(
            104, .stateful, "404 at the reattachment: pending calls fail, ordinary reconnect, numbers begin anew",
            [.scripted]),
        ConformanceCase(105, .stateful, "A second drop during the replay: still exactly once", [.scripted]),
        ConformanceCase(106, .stateful, "Stop while detached", [.scripted]),
        ConformanceCase(
            107, .stateful, "What is sent while detached is delivered once, in order",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            108, .stateful, "A server without it: everything else works", [.ours, .genuine, .aiosignalr, .scripted]),
    ]
}
