import Observability

extension LogKey {
    static let target = LogKey("relay.target")
    static let delivery = LogKey("relay.delivery.id")
    static let attempt = LogKey("relay.attempt")
    static let reason = LogKey("relay.reason")
    static let detail = LogKey("relay.detail")
    static let step = LogKey("relay.clock.step")
    static let count = LogKey("relay.count")
}
