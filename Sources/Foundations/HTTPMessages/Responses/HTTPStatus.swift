/// A response status with its standard reason phrase.
public struct HTTPStatus: Sendable, Equatable, RawRepresentable {
    public let rawValue: Int

    /// - Parameter rawValue: 100...599.
    public init(rawValue: Int) {
        precondition((100...599).contains(rawValue), "not an HTTP status: \(rawValue)")
        self.rawValue = rawValue
    }

    public static let switchingProtocols = HTTPStatus(rawValue: 101)
    public static let ok = HTTPStatus(rawValue: 200)
    public static let accepted = HTTPStatus(rawValue: 202)
    public static let noContent = HTTPStatus(rawValue: 204)
    public static let notModified = HTTPStatus(rawValue: 304)
    public static let badRequest = HTTPStatus(rawValue: 400)
    public static let unauthorized = HTTPStatus(rawValue: 401)
    public static let forbidden = HTTPStatus(rawValue: 403)
    public static let notFound = HTTPStatus(rawValue: 404)
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    public static let requestTimeout = HTTPStatus(rawValue: 408)
    public static let conflict = HTTPStatus(rawValue: 409)
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    public static let uriTooLong = HTTPStatus(rawValue: 414)
    public static let expectationFailed = HTTPStatus(rawValue: 417)
    public static let misdirectedRequest = HTTPStatus(rawValue: 421)
    public static let upgradeRequired = HTTPStatus(rawValue: 426)
    public static let headerFieldsTooLarge = HTTPStatus(rawValue: 431)
    public static let internalServerError = HTTPStatus(rawValue: 500)
    public static let notImplemented = HTTPStatus(rawValue: 501)
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
    public static let versionNotSupported = HTTPStatus(rawValue: 505)

    /// Whether a response with this status never has a body (RFC 9110, 6.4.1).
    package var forbidsBody: Bool { rawValue < 200 || self == .noContent || self == .notModified }

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
