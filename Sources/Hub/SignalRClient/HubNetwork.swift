package import HTTPClient
package import Sockets

/// What connections share: the thread that serves their sockets, and the client for negotiation. One per program is enough
/// for thousands of connections.
public final class HubNetwork: Sendable {
    let loop: EventLoop
    let http: HTTPClient
    let trust: TLSTrust
    let sweep: LinkSweep
    private let ownsParts: Bool

    /// Starts two threads.
    ///
    /// - Parameters:
    ///   - caFile: a PEM file with certificate authorities to trust.
    ///   - usesSystemStore: whether the system's authorities are trusted too.
    /// - Throws: ``HubError`` when the system gives no thread or the file can't be read.
    public init(caFile: String? = nil, usesSystemStore: Bool = true) throws(HubError) {
        trust = TLSTrust(caFile: caFile, usesSystemStore: usesSystemStore)
        var configuration = HTTPClientConfiguration()
        if let caFile { configuration.tls.trust = usesSystemStore ? .systemAnd(file: caFile) : .only(file: caFile) }
        configuration.userAgent = "SignalRClient"
        // An event stream or a poll holds a connection for itself; a pool below their number would close what is to be used
        // again.
        configuration.poolSize = 4_096
        do {
            loop = try EventLoop()
            http = try HTTPClient(configuration)
        } catch {
            throw HubError(.unreachable, "the network could not be set up: \(error)")
        }
        sweep = LinkSweep(on: loop)
        ownsParts = true
    }

    /// Uses what the program has already; the trust must be that of `http`.
    package init(loop: EventLoop, http: HTTPClient, trust: TLSTrust = TLSTrust()) {
        self.loop = loop
        self.http = http
        self.trust = trust
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
