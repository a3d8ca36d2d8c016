import JSON
import Store

/// What a target answered, as far as anybody looks at it.
struct HTTPAnswer: Sendable, Equatable {
    /// Bytes of a body that are read; the rest is left in the connection, which is then closed.
    static let bodyLimit = 20_000

    var status: Int
    var body: [UInt8]
    /// `false` if the body broke off, dripped too slowly, or is longer than anybody reads.
    var isComplete: Bool
    /// From `Retry-After`, in any of its forms.
    var retryAfter: Duration?

    init(status: Int, body: [UInt8] = [], isComplete: Bool = true, retryAfter: Duration? = nil) {
        self.status = status
        self.body = body
        self.isComplete = isComplete
        self.retryAfter = retryAfter
    }

    var isSuccess: Bool { 200..<300 ~= status }
    var text: String { String(decoding: body, as: UTF8.self) }
    /// `nil` for anything but JSON.
    var json: JSONValue? { try? JSONValue(parsing: body) }

    /// The verdict by status alone, for all targets that say nothing else.
    var verdictByStatus: Verdict {
        switch status {
        case 200..<300: .delivered("answered \(status)")
        case 300..<400:
            .endpointDead(.redirected, "answered \(status), a redirect, which is never followed: correct the URL")
        case 401, 403: .endpointDead(.unauthorized, "answered \(status): it wants other credentials than it is sent")
        case 404, 405, 410: .endpointDead(.gone, "answered \(status): nobody listens at this URL")
        // The peer gave up waiting, or stands between us and one who may have acted.
        case 408, 502, 504: .inDoubt(.serverError, "answered \(status); it may have arrived nevertheless")
        case 425: .retry(.serverError, after: retryAfter, "answered 425: too early")
        case 429: .retry(.rateLimited, after: retryAfter, "answered 429: too many messages")
        case 501, 505: .refused(.rejected, "answered \(status): it can't take such a request")
        case 400..<500: .refused(.rejected, "answered \(status): it doesn't accept this message")
        case 500..<600: .retry(.serverError, after: retryAfter, "answered \(status)")
        default: .retry(.unexpectedAnswer, "answered with the impossible status \(status)")
        }
    }
}
