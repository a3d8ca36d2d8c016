/// How the records of a hub travel.
package enum HubTransport: String, Sendable, CaseIterable {
    case webSockets = "WebSockets"
    case serverSentEvents = "ServerSentEvents"
    case longPolling = "LongPolling"
}
