import Observability

extension LogKey {
    static let hubTarget = LogKey("hub.target")
    static let error = LogKey("error")
}
