import Observability

extension LogKey {
    static let account = LogKey("account")
    static let accounts = LogKey("accounts")
    static let part = LogKey("part")
    static let reason = LogKey("reason")
    static let hubReason = LogKey("hub.reason")
    static let hubTarget = LogKey("hub.target")
}
