extension ConformanceCase {
    static let negotiateCases: [ConformanceCase] = [
        ConformanceCase(
            1, .negotiate, "A version 1 answer: connects with the token, reports the id",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            2, .negotiate, "A version 0 answer: the id is the token", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            3, .negotiate, "Version 1 without token and transports: the start fails with a clear error",
            [.ours, .genuine, .scripted], [.aiosignalr: .noTricks]),
        ConformanceCase(
            4, .negotiate, "A hub URL with a trailing slash and a query: /negotiate goes into the path",
            [.ours, .genuine, .scripted], [.aiosignalr: .unsupported]),
        ConformanceCase(
            5, .negotiate, "negotiateVersion in the user's query is not added again",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            6, .negotiate, "A redirection with a token: negotiates there with it, and connects with it",
            [.ours, .genuine, .scripted], [.aiosignalr: .noTricks]),
        ConformanceCase(
            7, .negotiate, "A redirection URL with a query: the query is kept", [.ours, .genuine, .scripted],
            [.aiosignalr: .noTricks]),
        ConformanceCase(
            8, .negotiate, "A hundred redirections: stops with a limit error", [.ours, .genuine, .scripted],
            [.aiosignalr: .noTricks]),
        ConformanceCase(
            9, .negotiate, "A redirection, then a loss: the reconnect begins at the user's URL with the user's token",
            [.ours, .genuine, .scripted], [.aiosignalr: .noTricks]),
        ConformanceCase(
            10, .negotiate, "An error member, also beside a URL: the start fails with its text",
            [.ours, .genuine, .scripted], [.aiosignalr: .noTricks]),
        ConformanceCase(
            11, .negotiate, "A ProtocolVersion member: an error that names ASP.NET without Core",
            [.ours, .genuine, .scripted], [.aiosignalr: .noTricks]),
        ConformanceCase(
            12, .negotiate, "Status 401, 404, 500, a login page, HTML: distinct errors", [.ours, .genuine, .scripted],
            [.aiosignalr: .noTricks]),
        ConformanceCase(
            13, .negotiate, "Unknown properties and transports are ignored", [.ours, .genuine, .scripted],
            [.aiosignalr: .noTricks]),
        ConformanceCase(
            14, .negotiate, "No transport that both sides have: the start fails and names both",
            [.ours, .genuine, .scripted], [.aiosignalr: .noTricks]),
        ConformanceCase(
            15, .negotiate, "The first transport fails: a new negotiation, the next transport, a new id",
            [.genuine, .scripted], [.ours: .unmakeable, .aiosignalr: .unmakeable]),
        ConformanceCase(
            16, .negotiate, "MessagePack with server-sent events offered first: those are skipped",
            [.scripted], [.ours: .unsupported, .genuine: .unsupported]),
        ConformanceCase(
            17, .negotiate, "Skipping negotiation: no POST, no id; with other transports an error before any I/O",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(18, .negotiate, "Stop during negotiation: the start throws, no closed event", [.scripted]),
        ConformanceCase(19, .negotiate, "useStatefulReconnect unasked: the start fails", [.scripted]),
        ConformanceCase(20, .negotiate, "Cookies of the negotiation are sent with the WebSocket", [.scripted]),
    ]
}
