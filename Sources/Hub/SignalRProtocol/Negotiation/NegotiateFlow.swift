/// The redirections of one start. What they say of URL and token ends with that start: the next one, and every reconnect,
/// begins with the user's own again.
public struct NegotiateFlow: Equatable, Sendable {
    /// Negotiations of one start.
    public static let limit = 100

    /// Where to negotiate next, or to connect to in the end.
    public private(set) var url: HubURL
    /// A redirection's token, which takes the place of the user's.
    public private(set) var redirectToken: String?
    private var negotiations = 0

    /// Begins at the user's URL.
    public init(_ url: HubURL) {
        self.url = url
    }

    /// - Returns: The connection, or `nil` when the next negotiation is at ``url``.
    /// - Throws: `tooManyRedirections`, `insecureRedirection`, `badURL`.
    public mutating func received(_ reply: NegotiateReply) throws(HubProtocolError) -> NegotiatedConnection? {
        switch reply {
        case .connection(let connection): return connection
        case .redirect(let text, let token):
            negotiations += 1
            guard negotiations < Self.limit else {
                throw HubProtocolError(.tooManyRedirections(limit: Self.limit))
            }
            let target = try HubURL(text)
            guard target.isSecure || !url.isSecure else { throw HubProtocolError(.insecureRedirection) }
            url = target
            if let token { redirectToken = token }
            return nil
        }
    }
}
