import HTTPClient
import Store
import Values

/// A target that takes one request for each alert. All of it is decided without a network.
protocol HTTPTarget: Sendable {
    /// Whether the same identity twice is told once, so that repeating does no harm.
    var deduplicates: Bool { get }
    /// Where requests go.
    var url: HTTPURL { get }
    /// Which addresses may be connected to.
    var addresses: AddressPolicy { get }
    /// What must not be seen in anything that a person or a log gets.
    var secrets: [Secret] { get }

    /// Whether a repeat must have the bytes of the first attempt. They are stored then, so they hold no secret.
    var repeatsBytes: Bool { get }

    /// How quickly it may be sent messages; `nil`: as quickly as they come.
    var rate: TargetRate? { get }

    /// The bytes that tell of the alert.
    func body(for alert: RenderedAlert) -> [UInt8]
    /// Brings the stored bytes of an earlier attempt up to date.
    func body(_ stored: [UInt8], again alert: RenderedAlert) -> [UInt8]
    /// The whole request.
    func request(carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp) throws(RelayError)
        -> HTTPClientRequest
    /// What an answer means.
    func verdict(on answer: HTTPAnswer) -> Verdict
}

extension HTTPTarget {
    var repeatsBytes: Bool { false }
    var rate: TargetRate? { nil }

    func body(_ stored: [UInt8], again alert: RenderedAlert) -> [UInt8] { body(for: alert) }

    func request(
        carrying body: [UInt8], of alert: RenderedAlert, at now: Timestamp
    ) throws(RelayError) -> HTTPClientRequest {
        post(body, to: url)
    }

    /// A POST of JSON with the limits that hold for every target.
    func post(_ body: [UInt8], to url: HTTPURL) -> HTTPClientRequest {
        var request = HTTPClientRequest(.post, url)
        request.body = .bytes(body, contentType: "application/json")
        request.deadlines = HTTPDeadlines(connect: .seconds(10), total: .seconds(20))
        // The reader stops at what it wants; an announced length is no reason to lose the status.
        request.limits = HTTPLimits(body: .max, streamBuffer: HTTPAnswer.bodyLimit)
        request.redirects = .returnResponse
        // A kept connection may end just when it is used again, and then the client sends once more by itself.
        request.isRepeatable = deduplicates
        request.addresses = addresses
        return request
    }
}

extension AddressPolicy {
    /// This house and its virtual private networks. Where clouds keep their metadata, no range leads.
    private static let home = [
        "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "::1/128", "fc00::/7",
    ].compactMap { IPNetwork($0) }

    /// Nothing but what is in this house.
    static let homeAlone = AddressPolicy.only(home)

    /// What is said of an address that it keeps from: how to allow it, as far as that can be.
    var refusal: String {
        let isOpen: Bool =
            switch self {
            case .publicInternet(let allowed): allowed.isEmpty
            case .any, .anyButCloudMetadata, .only: false
            }
        return isOpen
            ? "the address is private or reserved; if that is meant, set private-addresses: true for this target"
            : "the address is reserved, or too far, and nothing is sent there; choose another"
    }

    /// The policy of a target.
    static func target(allowsPrivateAddresses: Bool) -> AddressPolicy {
        .publicInternet(allowing: allowsPrivateAddresses ? home : [])
    }
}

extension HTTPURL {
    /// The URL of a target, with an error that says what to do.
    init(target url: Secret) throws(RelayError) {
        do throws(HTTPError) {
            try self.init(url)
        } catch {
            throw RelayError(.badURL, "the target's URL can't be used (\(error.detail)); copy it again from its source")
        }
    }
}

extension String {
    /// The address of something on the server that has this one.
    ///
    /// - Parameter path: begins with a slash, with which the server's own may end.
    func address(of path: String) -> String { (hasSuffix("/") ? String(dropLast()) : self) + path }
}
