/// How the messages of a hub travel.
public enum HubTransport: String, Sendable, CaseIterable {
    /// One connection for both directions; the usual one.
    case webSockets = "WebSockets"
    /// The hub's messages in an HTTP response without end, ours by POST. Passes most proxies that stop WebSockets.
    case serverSentEvents = "ServerSentEvents"
    /// The hub's messages in one HTTP response after the other, ours by POST. Passes everything.
    case longPolling = "LongPolling"
}
