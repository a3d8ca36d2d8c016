import CCurl
package import Values

/// An absolute `http` or `https` URL without userinfo, checked once, by the parser that will later connect to it.
///
/// Prints only its origin: webhook URLs carry their secret in the path or the query.
package struct HTTPURL: Sendable, Hashable {
    /// The URL as it goes to libcurl, dot segments removed, without fragment.
    package let text: String
    /// `http` or `https`.
    package let scheme: String
    /// Host name in lower case or address; IPv6 literals keep their brackets.
    package let host: String
    /// 1...65535; of a URL without one that of its scheme.
    package let port: Int

    /// - Throws: `HTTPError` of kind `badURL`. Its text never repeats the URL.
    package init(_ text: String) throws(HTTPError) {
        try self.init(text, relativeTo: nil)
    }

    /// Reads a URL that is a secret itself, as webhook URLs are. Throws like ``init(_:)``.
    package init(_ secret: Secret) throws(HTTPError) {
        self = try secret.withText { text throws(HTTPError) in try HTTPURL(text) }
    }

    /// Resolves a reference such as the value of a `Location` header. Throws like ``init(_:)``.
    package init(_ reference: String, relativeTo base: HTTPURL?) throws(HTTPError) {
        guard let parser = unsafe curl_url() else { throw .outOfMemory }
        defer { unsafe curl_url_cleanup(parser) }
        // Userinfo would end up in logs and errors; credentials belong into a header.
        let flags = UInt32(CURLU_DISALLOW_USER)
        var code = CURLUE_OK
        if let base { code = unsafe curl_url_set(parser, CURLUPART_URL, base.text, flags) }
        if code == CURLUE_OK { code = unsafe curl_url_set(parser, CURLUPART_URL, reference, flags) }
        if code == CURLUE_OK { code = unsafe curl_url_set(parser, CURLUPART_FRAGMENT, nil, 0) }
        guard code == CURLUE_OK else { throw unsafe .badURL(String(cString: curl_url_strerror(code))) }
        guard let text = unsafe Self.part(CURLUPART_URL, of: parser),
            let scheme = unsafe Self.part(CURLUPART_SCHEME, of: parser),
            let host = unsafe Self.part(CURLUPART_HOST, of: parser),
            let port = unsafe Self.part(CURLUPART_PORT, of: parser).flatMap({ Int($0) })
        else { throw .badURL("incomplete") }
        guard scheme == "http" || scheme == "https" else { throw .badURL("scheme is not http or https") }
        guard port > 0 else { throw .badURL("port 0") }
        self.text = text
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
    }

    private static func part(_ part: CURLUPart, of parser: OpaquePointer) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(parser, part, &value, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK,
            let value = unsafe value
        else { return nil }
        defer { unsafe curl_free(value) }
        return unsafe String(cString: value)
    }
}

extension HTTPURL: CustomStringConvertible, CustomReflectable {
    /// Whether it is `https`.
    package var isSecure: Bool { scheme == "https" }

    /// Scheme, host and port: what RFC 6454 calls the origin.
    package var origin: String { "\(scheme)://\(host):\(port)" }

    /// The origin; the rest may hold secrets.
    package var description: String { origin }
    /// The origin alone: a dump must not show what is secret.
    package var customMirror: Mirror { Mirror(self, unlabeledChildren: [origin]) }

    /// Whether the host is this machine by its spelling. Such requests never go through a proxy.
    package var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        let literal = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        return IPAddress(literal)?.isLoopback ?? false
    }
}
