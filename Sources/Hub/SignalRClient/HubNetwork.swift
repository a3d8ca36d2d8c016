package import HTTPClient
package import Sockets

/// What connections share: the thread that serves their sockets, and the client for negotiation. One per program is enough
/// for thousands of connections.
public final class HubNetwork: Sendable {
    let loop: EventLoop
    let http: HTTPClient
    let configuration: HubNetworkConfiguration
    let sweep: LinkSweep
    private let ownsParts: Bool

    /// Starts two threads.
    ///
    /// - Throws: ``HubError`` when the system gives no thread. Files are read when a connection needs them.
    public init(_ configuration: HubNetworkConfiguration) throws(HubError) {
        self.configuration = configuration
        do {
            loop = try EventLoop()
            http = try HTTPClient(configuration.http)
        } catch {
            throw HubError(.unreachable, "the network could not be set up: \(error)")
        }
        sweep = LinkSweep(on: loop)
        ownsParts = true
    }

    /// As ``init(_:)``, with nothing but the trust.
    ///
    /// - Parameters:
    ///   - caFile: a PEM file with certificate authorities to trust.
    ///   - usesSystemStore: whether the system's authorities are trusted too.
    public convenience init(caFile: String? = nil, usesSystemStore: Bool = true) throws(HubError) {
        var configuration = HubNetworkConfiguration()
        configuration.caFile = caFile
        configuration.usesSystemStore = usesSystemStore
        try self.init(configuration)
    }

    /// Uses what the program has already; the trust must be that of `http`.
    package init(loop: EventLoop, http: HTTPClient, trust: TLSTrust = TLSTrust()) {
        self.loop = loop
        self.http = http
        var configuration = HubNetworkConfiguration()
        configuration.caFile = trust.caFile
        configuration.usesSystemStore = trust.usesSystemStore
        configuration.userAgent = http.userAgent
        self.configuration = configuration
        sweep = LinkSweep(on: loop)
        ownsParts = false
    }

    /// Ends the threads, if they are its own. Every connection must have been stopped.
    public func close() async {
        guard ownsParts else { return }
        await http.close()
        // Waits for a thread that has nothing left to do.
        loop.shutdown()
    }
}
