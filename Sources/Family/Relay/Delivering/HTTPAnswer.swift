import JSON
import Store
import Values

/// What a target answered, as far as anybody looks at it.
struct HTTPAnswer: Sendable, Equatable {
    /// Bytes of a body that are read; the rest is left in the connection, which is then closed.
    static let bodyLimit = 20_000
    /// Bytes that are kept of a longer one, to be quoted.
    static let quoteLimit = 1_000

    var status: Int
    var body: [UInt8]
    /// `false` if the body broke off or dripped too slowly.
    var isComplete: Bool
    /// The body is longer than what any service here answers: somebody else's page. Only its beginning is kept.
    var isTooLong = false
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

    /// The verdict on a service that says itself whether it took the message.
    ///
    /// - Parameters:
    ///   - service: what people call it.
    ///   - tookIt: the answer is what that service says of one that it took.
    ///   - refusedIt: it is what the service says of one that it did not take. Without it one refused message holds up all others.
    ///   - place: what to check where it is neither.
    func verdict(
        of service: String, tookIt: Bool, refusedIt: Bool, check place: String = "the URL"
    ) -> Verdict {
        guard isSuccess else { return verdictByStatus }
        guard isComplete else {
            return .inDoubt(.unexpectedAnswer, "\(service) answered \(status), but its answer broke off")
        }
        if tookIt { return .delivered("\(service) took it") }
        guard refusedIt else { return isSomebodyElses(than: service, check: place) }
        return .refused(.unexpectedAnswer, "\(service) answered \(status), but says that it did not take it")
    }

    /// The verdict on a success that is not how the service says it: a wrong address, or a page that stands before the
    /// service, such as a network's to sign in. No message gets there until somebody changes that. What is no page may be how
    /// another product like it says that it took the message.
    func isSomebodyElses(than service: String, check place: String = "the URL") -> Verdict {
        .endpointDead(
            .unexpectedAnswer, "answered \(status), but not as \(service) does: check \(place)", mayHaveArrived: !isPage
        )
    }

    /// Whether it is made for browsers; nothing that takes messages answers so.
    var isPage: Bool { isTooLong || body.first { $0 > 0x20 } == UInt8(ascii: "<") }

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

extension JSONValue {
    /// A whole number; `nil` for anything else.
    var whole: Int? { if case .number(let number) = self { Int("\(number)") } else { nil } }

    /// `nil` for anything but text.
    var word: String? { if case .string(let text) = self { text } else { nil } }

    /// Seconds, perhaps with a fraction, rounded up: a moment too early is refused again.
    var wait: Duration? {
        guard case .number(let number) = self, let decimal = Decimal("\(number)"), !decimal.isNegative,
            let whole = Int("\(decimal)".prefix { $0 != "." }), whole < 31_536_000
        else { return nil }
        return .seconds(decimal.normalized.scale == 0 ? whole : whole + 1)
    }
}
