/// Which hub to talk to, and how.
package struct HubAddress: Sendable {
    package enum Transport: String, CaseIterable, Sendable {
        case websockets
        case sse
        case polling
    }

    let url: String
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
