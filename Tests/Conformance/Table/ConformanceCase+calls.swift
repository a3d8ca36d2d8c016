extension ConformanceCase {
    static let callsCases: [ConformanceCase] = [
        ConformanceCase(
            45, .calls, "invoke gives its result: a value, null, none, of any type",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            46, .calls, "An error completion: a hub error with its text; an empty one too",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(47, .calls, "Two calls answered in reverse are matched by id", [.scripted]),
        ConformanceCase(48, .calls, "A completion for an unknown or finished id is ignored", [.scripted]),
        ConformanceCase(
            49, .calls, "send has no id and leaves nothing pending", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(50, .calls, "A stream item for a plain call fails that call", [.scripted]),
        ConformanceCase(
            51, .calls, "Three pending calls and a loss: all fail promptly, also when the reconnect succeeds",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            52, .calls, "A call while reconnecting or stopped: an error at once",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            53, .calls, "A cancelled task: type 5 is sent, a late answer ignored",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            54, .calls, "A hundred calls from eight tasks: each answered once, ids unique",
            [.ours, .genuine, .aiosignalr, .scripted]),
    ]
}
