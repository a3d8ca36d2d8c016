extension ConformanceCase {
    static let beingCalledCases: [ConformanceCase] = [
        ConformanceCase(
            66, .beingCalled, "A handler that calls the hub and waits", [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            67, .beingCalled, "A slow handler: pings and completions go on, order is kept",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            68, .beingCalled, "An unknown target: the following message in the frame is delivered",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            69, .beingCalled, "Arguments that don't fit: only that message is dropped", [.scripted], inside: true),
        ConformanceCase(
            70, .beingCalled, "Questions: a value, null, a throw, no handler, bad arguments",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            71, .beingCalled, "A question that is never answered: later invocations still run",
            [.ours, .genuine, .aiosignalr, .scripted]),
        ConformanceCase(
            72, .beingCalled, "Registering and unregistering inside a handler",
            [.ours, .genuine, .aiosignalr, .scripted]),
    ]
}
