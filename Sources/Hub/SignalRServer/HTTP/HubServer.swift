package import HTTPServer

/// Several hubs, each at its path, as one part of an HTTP server's handler.
package struct HubServer: Sendable {
    private let hubs: [(path: String, hub: Hub)]

    /// - Parameter hubs: by path, such as `/hubs/family`; letter case does not count, as with official servers.
    package init(_ hubs: KeyValuePairs<String, Hub>) {
        self.hubs = hubs.map { path, hub in (Self.normalized(path), hub) }
    }

    /// The answer if the request is for a hub; `nil` leaves it to others.
    package func response(to request: HTTPRequest) async -> HTTPResponse? {
        let path = Self.normalized(request.path)
        for (hubPath, hub) in hubs {
            if path == hubPath { return await hub.connect(request) }
            if path == hubPath + "/negotiate" { return await hub.negotiate(request) }
        }
        return nil
    }

    /// Ends every connection of every hub.
    package func stop() {
        for (_, hub) in hubs { hub.endAll(.close(error: nil, allowReconnect: true)) }
    }

    private static func normalized(_ path: String) -> String {
        let lower = path.lowercased()
        return lower.hasSuffix("/") ? String(lower.dropLast()) : lower
    }
}
