package import HTTPMessages
package import Values

/// One request with its limits.
package struct HTTPClientRequest: Sendable {
    /// What is to be done with the resource.
    package var method: HTTPMethod
    /// Where. Only its origin is ever printed.
    package var url: HTTPURL
    /// Fields that can be sent as they are: each is checked when it is set.
    package private(set) var headers = HTTPHeaders()
    /// By default none.
    package var body = HTTPRequestBody.none
    /// How long it may take.
    package var deadlines = HTTPDeadlines()
    /// How long the answer may be.
    package var limits = HTTPLimits()
    /// By default the caller gets the answer that points elsewhere.
    package var redirects = RedirectPolicy.returnResponse
    /// Which addresses may be connected to. Anything but ``AddressPolicy/any`` also switches proxies off, since behind a
    /// proxy the real target cannot be seen.
    package var addresses = AddressPolicy.any
    /// Whether it may be sent a second time by itself when a reused connection ends without an answer. By default all
    /// methods but POST and PATCH may. One that may not takes a connection of its own, which others may use after it; so
    /// set this for many small posts whose receiver knows a repetition when it sees one.
    package var isRepeatable: Bool
    /// Whether one that may not be sent a second time takes a kept connection all the same: for many small requests, each of
    /// which would else cost a connection. When that connection ends without an answer, the request fails as one that may
    /// have arrived.
    package var takesKeptConnections = false
    /// Connect to this local socket instead of the URL's host; at most 107 bytes.
    package var unixSocketPath: String?
    /// Called on the service thread while the body is sent, so it must be quick: bytes sent and bytes in total.
    package var uploadProgress: (@Sendable (_ sent: Int, _ total: Int) -> Void)?

    /// With the defaults, and repeatable unless it is POST or PATCH.
    package init(_ method: HTTPMethod, _ url: HTTPURL) {
        self.method = method
        self.url = url
        isRepeatable = method != .post && method != .patch
    }

    /// Sets a field, in place of all of this name.
    ///
    /// - Throws: kind `badRequest` for a name that is not a token, a value with a control character, or a name that the
    ///   client itself owns (`Host`, `Content-Length`, `Transfer-Encoding`, `Connection`, `Expect`).
    package mutating func setHeader(_ name: String, _ value: String) throws(HTTPError) {
        try set(HTTPField(name, value))
    }

    /// Sets a field whose value must not be seen, such as a token: `setHeader("Authorization", prefix: "Bearer ", token)`.
    ///
    /// Throws like ``setHeader(_:_:)``, without repeating the value.
    package mutating func setHeader(_ name: String, prefix: String = "", _ value: Secret) throws(HTTPError) {
        try set(HTTPField(name, prefix: prefix, value))
    }

    private mutating func set(_ field: HTTPField) throws(HTTPError) {
        guard field.hasValidName else { throw .badRequest("header name is not a token") }
        // libcurl sends CR and LF inside a value as they are: more fields, or a second request.
        guard field.hasValidValue else {
            throw .badRequest("value of header \(field.name) holds a control character")
        }
        guard !Self.owned.contains(field.name.lowercased()) else {
            throw .badRequest("header \(field.name) is set by the client itself")
        }
        headers.set(field)
    }

    private static let owned: Set<String> = ["host", "content-length", "transfer-encoding", "connection", "expect"]

    /// Drops all fields but these, for the hop to another origin.
    mutating func keepHeaders(_ names: Set<String>) {
        headers = headers.filter { names.contains($0.name.lowercased()) }
    }
}

extension HTTPClientRequest: CustomStringConvertible, CustomReflectable {
    /// Method and origin: path, headers and body may hold secrets.
    package var description: String { "\(method.rawValue) \(url)" }
    /// The description alone: a dump must not show what is secret.
    package var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}

extension HTTPClientRequest {
    /// Header fields that may travel to another origin. A list of what is harmless, since tokens also hide in fields such as
    /// `X-Gotify-Key`.
    private static let harmless: Set<String> = ["accept", "accept-language", "content-language", "user-agent"]

    /// The request that follows this response, or `nil` if the response is the final one.
    ///
    /// - Throws: `tooManyRedirects`, `forbiddenRedirect` or `badURL`.
    func redirected(by head: HTTPResponseHead, after followed: Int) throws(HTTPError) -> HTTPClientRequest? {
        guard case .follow(let maximum) = redirects, [301, 302, 303, 307, 308].contains(head.status),
            let location = head.headers["Location"]
        else { return nil }
        guard followed < maximum else {
            throw HTTPError(
                .tooManyRedirects, place: url.origin, detail: "more than \(maximum)", phase: .receiving,
                mayHaveArrived: true)
        }
        let target = try HTTPURL(location, relativeTo: url)
        guard target.isSecure || !url.isSecure else {
            throw refusedRedirect("from https to http")
        }
        var next = self
        next.url = target
        let keepsMethod = head.status == 307 || head.status == 308 || method == .get || method == .head
        // RFC 9110 section 15.4: 303 always, 301 and 302 by long practice, become a GET without the body.
        if !keepsMethod {
            next.method = .get
            next.body = .none
        }
        guard target.origin != url.origin else { return next }
        guard next.body.isEmpty else {
            throw refusedRedirect("body to another origin, \(target.origin)")
        }
        next.keepHeaders(Self.harmless)
        // A local socket stands for one origin only.
        next.unixSocketPath = nil
        return next
    }

    private func refusedRedirect(_ detail: String) -> HTTPError {
        HTTPError(.forbiddenRedirect, place: url.origin, detail: detail, phase: .receiving, mayHaveArrived: true)
    }
}

/// The request methods this client sends.
package enum HTTPMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
}

/// What a request carries.
package enum HTTPRequestBody: Sendable {
    case none
    /// Bytes held in memory until the transfer ends.
    case bytes([UInt8], contentType: String)

    var isEmpty: Bool {
        if case .none = self { true } else { false }
    }
}

/// What to do with 301, 302, 303, 307 and 308.
package enum RedirectPolicy: Sendable, Hashable {
    /// Hand the 3xx response to the caller.
    case returnResponse
    /// Follow at most this many. Never from https to http. To another origin only harmless headers travel on, and a body
    /// never does.
    case follow(maximum: Int)
}
