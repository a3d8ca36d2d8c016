public import HTTPMessages
public import Sockets
import Values
import WebSockets

/// One request, complete with its body.
public struct HTTPRequest: Sendable {
    /// As sent; methods are case-sensitive.
    public var method: String
    /// The request target as sent, byte for byte.
    public var target: String
    /// Percent-decoded, without `.` and `..` segments; starts with "/" (or is "*" for OPTIONS).
    public var path: String
    /// What follows the first "?", undecoded; nil without one.
    public var query: String?
    public var headers: HTTPHeaders
    public var body: [UInt8] = []
    public var peer: Peer = .unknown
    /// Tells the connections of a server apart, of all that it has ever had; what was found out about one holds for its further requests.
    package var connection: UInt64 = 0

    /// The first value of a query parameter, decoded ("+" is a space); nil if absent or not decodable.
    public func queryValue(_ name: String) -> String? {
        guard let query else { return nil }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if PercentCoding.decode(parts[0], plusIsSpace: true) == name {
                return parts.count == 2 ? PercentCoding.decode(parts[1], plusIsSpace: true) : ""
            }
        }
        return nil
    }

    /// Whether a browser page of another origin sent this: its Origin names another host or port than Host does.
    /// A handler that changes something or accepts a WebSocket must refuse those; other clients send no Origin.
    public var isCrossOrigin: Bool {
        guard let origin = headers["origin"] else { return false }
        guard let host = headers["host"], let separator = origin.range(ofText: "://") else { return true }
        return !origin[separator.upperBound...].equalsIgnoringASCIICase(host)
    }

    /// Whether this asks for a WebSocket (RFC 6455, 4.2.1); the handler may answer `.webSocket`.
    public var isWebSocketUpgrade: Bool {
        ServerHandshake.isUpgrade(method: method, headers: headers)
    }
}
