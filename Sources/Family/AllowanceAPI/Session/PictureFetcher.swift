import HTTPClient
import Values

/// Fetches pictures with an account's session: they lie where a record says, on the family's own server or in a store of somebody
/// else's.
package struct PictureFetcher: Sendable {
    /// The largest picture that is taken, in bytes: servers take no larger ones.
    package static let largestPicture = 10 << 20
    private static let mostRedirects = 3
    private static let call = Call.get("", name: "a picture")

    private let session: AllowanceSession
    private var server: HTTPURL { session.server }

    /// - Parameter session: whose token the account's own server is shown.
    package init(_ session: AllowanceSession) { self.session = session }

    /// Fetches a picture. The token goes to the account's own server and nowhere else, whatever a record or a redirect says;
    /// addresses of another host have to be public ones.
    ///
    /// - Parameters:
    ///   - address: as a record has it: a whole address, or one on the account's server.
    ///   - user: in whose name alone.
    /// - Returns: The bytes as they came; what they are is not looked at.
    /// - Throws: kind `invalidRequest` for what is no address of the web, `redirected` for one that leads on and on, or from https
    ///   to http.
    package func picture(at address: String, by user: User.ID) async throws(AllowanceError) -> [UInt8] {
        var url = try resolved(address, from: server)
        for _ in 0...Self.mostRedirects {
            let response = try await isOwn(url) ? fetchWithToken(url, by: user) : fetch(url, token: nil)
            guard (300..<400).contains(response.status), let location = response.headers["Location"] else {
                return response.body
            }
            let next = try resolved(location, from: url)
            guard next.isSecure || !url.isSecure else { throw redirected(url, "from https to http") }
            url = next
        }
        throw redirected(url, "more than \(Self.mostRedirects) times")
    }

    /// Once more with another token if the server takes the first no more.
    private func fetchWithToken(_ url: HTTPURL, by user: User.ID) async throws(AllowanceError) -> HTTPClientResponse {
        let first = try await session.goodToken().required(of: user, at: server.origin)
        do throws(AllowanceError) {
            return try await fetch(url, token: first.token)
        } catch {
            guard error.kind == .signInRequired else { throw error }
            let second = try await session.token(after: first.number, refusedWith: error)
                .required(of: user, at: server.origin)
            return try await fetch(url, token: second.token)
        }
    }

    /// - Returns: An answer of success, or one that leads elsewhere.
    private func fetch(_ url: HTTPURL, token: Secret?) async throws(AllowanceError) -> HTTPClientResponse {
        let response: HTTPClientResponse
        do throws(HTTPError) {
            response = try await session.http.send(request(url, token))
        } catch {
            throw AllowanceError(error, call: Self.call, place: url.origin)
        }
        guard !response.head.isSuccess, !(300..<400).contains(response.status) else { return response }
        guard response.status != 404 else {
            throw AllowanceError(.notFound, status: 404, place: url.origin, route: Self.call.name)
        }
        // Somebody else's 401 says nothing about the account's session.
        let status = response.status == 401 && token == nil ? 403 : response.status
        throw AllowanceError(
            status: status, body: [], retryAfter: response.head.retryAfter(), location: nil, call: Self.call,
            place: url.origin)
    }

    private func request(_ url: HTTPURL, _ token: Secret?) throws(HTTPError) -> HTTPClientRequest {
        var request = HTTPClientRequest(.get, url)
        try request.setHeader("Accept", "image/*")
        if let token { try request.setHeader("Authorization", prefix: "Bearer ", token) }
        request.deadlines = HTTPDeadlines(connect: .seconds(10), total: .seconds(60))
        request.limits.body = Self.largestPicture
        // A record's address must not lead into this network; the family's own machine is where the family says.
        request.addresses = url.host == server.host ? .any : .publicInternet()
        return request
    }

    private func isOwn(_ url: HTTPURL) -> Bool { url.origin == server.origin }

    private func redirected(_ url: HTTPURL, _ detail: String) -> AllowanceError {
        AllowanceError(.redirected, place: url.origin, route: Self.call.name, detail: detail)
    }

    private func resolved(_ address: String, from base: HTTPURL) throws(AllowanceError) -> HTTPURL {
        do throws(HTTPError) {
            return try HTTPURL(address, relativeTo: base)
        } catch {
            throw .invalidRequest("The picture's address is not usable: \(error.detail).")
        }
    }
}
