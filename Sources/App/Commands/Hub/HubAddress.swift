import Daemon

/// Which hub to talk to, and how.
package struct HubAddress: Sendable {
    /// A transport of SignalR, in the words of the command line.
    package enum Transport: String, CaseIterable, Sendable {
        /// Both ways over one connection.
        case websockets
        /// Server-sent events, with a POST for each message of ours.
        case sse
        /// Long polling: a GET that waits for messages, with a POST for each of ours.
        case polling
    }

    let url: String
    /// The address for sentences: without its query, which may hold a token.
    var place: String { String(url.prefix { $0 != "?" && $0 != "#" }).harmless }
    /// `nil`: the hub's preference, and the next one if that does not work.
    let transport: Transport?
    let tokenFile: String?
    let headers: [String]
    let timeout: Duration
    let caFile: String?

    /// - Parameter headers: each as `Name: value`.
    package init(
        url: String, transport: Transport?, tokenFile: String?, headers: [String], timeout: Duration, caFile: String?
    ) {
        self.url = url
        self.transport = transport
        self.tokenFile = tokenFile
        self.headers = headers
        self.timeout = timeout
        self.caFile = caFile
    }
}
