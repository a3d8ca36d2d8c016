/// What the peer did wrong, as the close frame that answers it.
struct WebSocketViolation: Error, Equatable {
    var code: Int
    var reason: String

    init(_ code: Int, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
