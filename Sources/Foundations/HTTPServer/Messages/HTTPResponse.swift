public import HTTPMessages
public import WebSockets

/// What a handler answers.
public struct HTTPResponse: Sendable {
    /// The closures are `@concurrent`, or they would run on the caller's executor, which is the service thread.
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Written while it is produced, chunked. The closure's task is cancelled when the client goes away; of one that has gone before,
        /// the first write throws, so the closure can let go of what it was made with. Only an answer to HEAD leaves it out.
        case stream(@concurrent @Sendable (HTTPBodyWriter) async throws -> Void)
        /// Switches the connection to a WebSocket, which the closure owns until it returns. Messages are compressed if there
        /// is something said about it and the client offers it.
        case webSocket(WebSocketCompression?, @concurrent @Sendable (WebSocketConnection) async throws -> Void)
    }

    public var status: HTTPStatus
    public var headers: HTTPHeaders
    public var body: Body

    public init(_ status: HTTPStatus = .ok, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public static func text(_ text: String, status: HTTPStatus = .ok, type: String = "text/plain; charset=utf-8")
        -> Self
    {
        HTTPResponse(status, headers: ["Content-Type": type], body: .bytes(Array(text.utf8)))
    }

    public static func json(_ bytes: [UInt8], status: HTTPStatus = .ok) -> Self {
        HTTPResponse(status, headers: ["Content-Type": "application/json"], body: .bytes(bytes))
    }

    public static let notFound = text("Not found\n", status: .notFound)

    /// 405 with the list the standard demands.
    public static func methodNotAllowed(allow: [String]) -> Self {
        var response = text("Method not allowed\n", status: .methodNotAllowed)
        response.headers["Allow"] = allow.joined(separator: ", ")
        return response
    }

    /// A stream of Server-Sent Events.
    /// - Parameter produce: writes events until it returns; its task is cancelled when the client goes away.
    public static func events(_ produce: @escaping @concurrent @Sendable (EventWriter) async throws -> Void) -> Self {
        HTTPResponse(
            // Some proxies would otherwise collect events before they pass them on.
            headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"],
            body: .stream { try await produce(EventWriter(body: $0)) })
    }

    /// Accepts a WebSocket.
    /// - Parameters:
    ///   - subprotocol: one of those the client offered, or nil.
    ///   - compression: how to compress messages if the client offers it; nil never does.
    public static func webSocket(
        subprotocol: String? = nil, compression: WebSocketCompression? = nil,
        _ run: @escaping @concurrent @Sendable (WebSocketConnection) async throws -> Void
    ) -> Self {
        var response = HTTPResponse(.switchingProtocols, body: .webSocket(compression, run))
        response.headers["Sec-WebSocket-Protocol"] = subprotocol
        return response
    }
}

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
