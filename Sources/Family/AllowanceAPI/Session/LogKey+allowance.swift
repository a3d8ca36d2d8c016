import Observability

extension LogKey {
    static let route = LogKey("http.route")
    static let status = LogKey("http.status")
    static let duration = LogKey("duration.ms")
    static let reason = LogKey("api.reason")
    static let error = LogKey("error")
}
