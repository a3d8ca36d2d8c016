extension ConformanceCase {
    static let authAndFallbackCases: [ConformanceCase] = [
        ConformanceCase(
            109, .authAndFallback, "No token: no header", [.ours, .genuine, .scripted], [.aiosignalr: .realIsEnough]),
        ConformanceCase(110, .authAndFallback, "401 on a poll: one new token, repeated", [.scripted]),
        ConformanceCase(111, .authAndFallback, "The refresh endpoint: success, each error, redirection", [.scripted]),
        ConformanceCase(
            112, .authAndFallback, "Server-sent events: line ends, several data lines, comments, splits", [.scripted]),
        ConformanceCase(113, .authAndFallback, "Posts one at a time, batched, in order", [.scripted]),
        ConformanceCase(
            114, .authAndFallback, "204 ends long polling; stop sends DELETE", [.ours, .genuine, .scripted],
            [.aiosignalr: .unsupported]),
        ConformanceCase(
            115, .authAndFallback, "MessagePack framing: lengths of any form, split anywhere, several, none, too long",
            [.aiosignalr, .scripted], [.ours: .unsupported, .genuine: .unsupported]),
    ]
}
