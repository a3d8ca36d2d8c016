import HTTPMessages

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
