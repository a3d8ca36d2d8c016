package import HTTPServer
import Runtime

/// Several hubs, each at its path; ``start(host:port:certificate:options:)`` makes a whole server of them.
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

    /// The answer if the request is for a hub; `nil` leaves it to others: for hubs that are one part of an HTTP server.
    package func response(to request: HTTPRequest) async -> HTTPResponse? {
        let path = Self.normalized(request.path)
        for (hubPath, hub) in hubs {
            if path == hubPath { return await HubEndpoint(hub: hub).respond(to: request) }
            if path == hubPath + "/negotiate" { return await HubEndpoint(hub: hub).negotiate(request) }
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

    /// Looks for mistakes of whoever wrote the hubs.
    func check() throws(HubServerError) {
        var paths = Set<String>()
        for (path, hub) in hubs {
            guard paths.insert(path).inserted else {
                throw HubServerError(.duplicate, "two hubs have the path \(path); letter case does not tell them apart")
            }
            let table = hub.methods.withLock { $0 }
            if let name = table.duplicates.first {
                throw HubServerError(
                    .duplicate,
                    "the hub at \(path) has two methods named \(name). Remove one; letter case does not tell them apart"
                )
            }
            if let mistake = hub.configuration.mistake {
                throw HubServerError(.badConfiguration, "the hub at \(path): \(mistake)")
            }
        }
    }

    /// The largest message that one of the hubs takes, in bytes.
    var maximumMessageBytes: Int { hubs.map(\.hub.configuration.maximumMessageBytes).max() ?? 0 }

    private static func normalized(_ path: String) -> String {
        let lower = path.lowercased()
        return lower.hasSuffix("/") ? String(lower.dropLast()) : lower
    }
}
