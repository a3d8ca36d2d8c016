import SignalRProtocol

/// When and where a token is refreshed while the connection lives. A value: it never looks at a clock.
struct TokenRefresh: Equatable, Sendable {
    /// How long before the end it is refreshed.
    static let lead = Duration.seconds(300)
    private static let shortest = Duration.seconds(1)

    /// Always of the application's own server, also after a redirection.
    let url: HubURL
    /// How long to wait now; `nil` when there is nothing to refresh any more.
    private(set) var pause: Duration?
    /// How long the token is taken from now on.
    private var left: Duration

    /// - Parameter lifetime: how long the token that was shown is taken.
    init(url: HubURL, lifetime: Duration) {
        self.url = url
        left = lifetime
        pause = Self.pause(of: lifetime)
    }

    /// Another token is taken for so long; without end if `nil`.
    mutating func refreshed(lifetime: Duration?) {
        left = lifetime ?? .zero
        pause = lifetime.map(Self.pause(of:))
    }

    /// It was not refreshed after ``pause``.
    ///
    /// - Parameter mayPass: whether it may succeed later; then it is tried again in half the time that is left.
    mutating func failed(mayPass: Bool) {
        left -= pause ?? .zero
        pause = mayPass && left / 2 >= Self.shortest ? left / 2 : nil
    }

    /// Tokens that do not even live for the lead are refreshed after half their life.
    private static func pause(of lifetime: Duration) -> Duration {
        max(shortest, lifetime > lead ? lifetime - lead : lifetime / 2)
    }
}
