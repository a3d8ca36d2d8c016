public import HTTPServer

/// Several hubs, each at its path: a whole server with ``start(host:port:configuration:)``, or one part of an HTTP server's
/// handler with ``response(to:)``.
public struct HubServer: Sendable {
    private let hubs: [(path: String, hub: Hub)]

    /// - Parameter hubs: by path, such as `/hubs/family`; letter case does not count, as with official servers.
    public init(_ hubs: KeyValuePairs<String, Hub>) {
        self.init(hubs.map { path, hub in (path, hub) })
    }

    /// - Parameter hubs: with their paths.
    public init(_ hubs: [(path: String, hub: Hub)]) {
        self.hubs = hubs.map { path, hub in (Self.normalized(path), hub) }
    }

    /// The answer if the request is for a hub; `nil` leaves it to others.
    public func response(to request: HTTPRequest) async -> HTTPResponse? {
        let path = Self.normalized(request.path)
        for (hubPath, hub) in hubs {
            if path == hubPath { return await hub.respond(to: request) }
            if path == hubPath + "/negotiate" { return await hub.negotiate(request) }
        }
        return nil
    }

    /// How many clients all hubs have.
    public var connectionCount: Int { hubs.reduce(0) { $0 + $1.hub.connectionCount } }

    /// Ends every connection of every hub in the same way.
    ///
    /// - Returns: How many.
    @discardableResult
    package func endAll(_ ending: HubPeerEnding) -> Int { hubs.reduce(0) { $0 + $1.hub.endAll(ending) } }

    /// Cuts every transport without a word, as a dying network does. Connections that outlive their transports stay.
    ///
    /// - Returns: How many clients were connected.
    @discardableResult
    package func cutTransports() -> Int { hubs.reduce(0) { $0 + $1.hub.cutTransports() } }

    /// Ends every connection of every hub, with leave to come back.
    public func stop() { endAll(.close(error: nil, allowReconnect: true)) }

    /// The largest message that one of the hubs takes, in bytes.
    var maximumMessageBytes: Int { hubs.map(\.hub.configuration.maximumMessageBytes).max() ?? 0 }

    private static func normalized(_ path: String) -> String {
        let lower = path.lowercased()
        return lower.hasSuffix("/") ? String(lower.dropLast()) : lower
    }
}
