import HTTPServer
import SignalRProtocol

/// What official servers answer when a request of a transport can't be served, word for word: clients show it.
extension HTTPResponse {
    static let idRequired = text("Connection ID required", status: .badRequest, type: "text/plain")
    static let gone = text("No Connection with that ID", status: .notFound, type: "text/plain")
    static let otherTransport = text("Cannot change transports mid-connection", status: .badRequest, type: "text/plain")
    static let wrongPost = text(
        "POST requests are not allowed for WebSocket connections.", status: .methodNotAllowed, type: "text/plain")
    static let wrongDelete = text(
        "Cannot terminate this connection using the DELETE endpoint.", status: .badRequest, type: "text/plain")
    static let otherUser = text("Another user negotiated\n", status: .forbidden)
    static let tooMany = text("Too many connections\n", status: .serviceUnavailable)

    static func notOffered(_ transport: HubTransport) -> HTTPResponse {
        text(
            "\(transport.rawValue) transport not supported by this end point type", status: .notFound,
            type: "text/plain")
    }
}
