/// A response status with its standard reason phrase.
public struct HTTPStatus: Sendable, Equatable, RawRepresentable {
    /// The three digits.
    public let rawValue: Int

    /// - Parameter rawValue: 100...599.
    public init(rawValue: Int) {
        precondition((100...599).contains(rawValue), "not an HTTP status: \(rawValue)")
        self.rawValue = rawValue
    }

    /// The connection speaks another protocol from here on, such as WebSocket.
    public static let switchingProtocols = HTTPStatus(rawValue: 101)
    /// Done, with what was asked for.
    public static let ok = HTTPStatus(rawValue: 200)
    /// Taken, to be done later.
    public static let accepted = HTTPStatus(rawValue: 202)
    /// Done; there is nothing to say, and no body.
    public static let noContent = HTTPStatus(rawValue: 204)
    /// What the client has is still true; without a body.
    public static let notModified = HTTPStatus(rawValue: 304)
    /// The request cannot be understood, or asks for nonsense.
    public static let badRequest = HTTPStatus(rawValue: 400)
    /// Nobody is signed in, or the token is not taken.
    public static let unauthorized = HTTPStatus(rawValue: 401)
    /// Who asks is known and may not.
    public static let forbidden = HTTPStatus(rawValue: 403)
    /// There is nothing at this path.
    public static let notFound = HTTPStatus(rawValue: 404)
    /// The path is there, and the method does nothing with it.
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// The request did not come whole in time.
    public static let requestTimeout = HTTPStatus(rawValue: 408)
    /// What is there already, or goes on just now, stands against it.
    public static let conflict = HTTPStatus(rawValue: 409)
    /// The body is longer than is taken.
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// The target is longer than is taken.
    public static let uriTooLong = HTTPStatus(rawValue: 414)
    /// The client expects what this server does not do.
    public static let expectationFailed = HTTPStatus(rawValue: 417)
    /// The request names a host that this server does not answer for.
    public static let misdirectedRequest = HTTPStatus(rawValue: 421)
    /// The path speaks another protocol: ask for it by an upgrade.
    public static let upgradeRequired = HTTPStatus(rawValue: 426)
    /// The header fields are longer or more than are taken.
    public static let headerFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// The server failed in a way that it did not foresee.
    public static let internalServerError = HTTPStatus(rawValue: 500)
    /// The server knows no such method or coding.
    public static let notImplemented = HTTPStatus(rawValue: 501)
    /// Not now: the server is full, or about to stop.
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
    /// Another version of HTTP than 1.0 and 1.1.
    public static let versionNotSupported = HTTPStatus(rawValue: 505)

    /// Whether a response with this status never has a body (RFC 9110, 6.4.1).
    package var forbidsBody: Bool { rawValue < 200 || self == .noContent || self == .notModified }

    /// The phrase beside the digits, for people; empty for a status that is not in this list.
    public var reason: String {
        switch rawValue {
        case 101: "Switching Protocols"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 426: "Upgrade Required"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}
