import Observability

extension LogKey {
    /// The origin only: paths and queries may hold tokens.
    static let hubURL = LogKey("hub.url")
    static let hubConnectionID = LogKey("hub.connection.id")
    static let hubAttempt = LogKey("hub.attempt")
    static let hubPause = LogKey("hub.pause.ms")
    static let hubCount = LogKey("hub.count")
    static let hubReason = LogKey("hub.reason")
    static let hubTarget = LogKey("hub.target")
    static let invocationID = LogKey("invocation.id")
}
