import HTTPMessages
import WebSockets

extension HTTPResponse {
    /// What answers a handler's `.webSocket` when the request was none.
    static func refusal(of handshake: ServerHandshake) -> HTTPResponse {
        let status: HTTPStatus = handshake == .upgradeRequired ? .upgradeRequired : .badRequest
        var response = text("WebSocket handshake refused\n", status: status)
        guard handshake == .upgradeRequired else { return response }
        for field in ServerHandshake.refusalHeaders.fields { response.headers.set(field) }
        return response
    }
}
