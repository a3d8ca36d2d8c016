import Observability

extension LogKey {
    static let account = LogKey("sync.account")
    static let scope = LogKey("sync.scope")
    static let state = LogKey("sync.state")
    static let reason = LogKey("sync.reason")
    static let failures = LogKey("sync.failures")
    static let child = LogKey("sync.child")
    static let transaction = LogKey("sync.transaction")
    static let difference = LogKey("sync.difference")
    static let hints = LogKey("sync.hints")
    static let added = LogKey("sync.added")
    static let changed = LogKey("sync.changed")
    static let step = LogKey("sync.step")
    static let alerts = LogKey("sync.alerts")
    static let rows = LogKey("sync.rows")
    static let intent = LogKey("sync.intent")
    static let outcome = LogKey("sync.outcome")
    static let count = LogKey("store.count")
    static let kept = LogKey("store.kept")
    static let counted = LogKey("store.counted")
    static let duration = LogKey("duration.ms")
}
