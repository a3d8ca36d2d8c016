import HTTPServer
import JSON
import Runtime
import Sockets

/// A chat tool as the relay sees it: a webhook on this machine that shows each message to a person.
actor DemoReceiver {
    /// One message that arrived.
    struct Message: Sendable {
        let transaction: String
        /// As a chat would show it.
        let text: String
        let isLate: Bool
    }

    private let server: HTTPServer
    /// The webhook answers when there is room.
    let messages: BoundedChannel<Message>

    init(on loop: EventLoop) {
        let messages = BoundedChannel<Message>(limit: 100)
        self.messages = messages
        server = HTTPServer(on: loop) { request in
            guard let message = Message(request.body) else { return .text("not an alert\n", status: .badRequest) }
            await messages.put(message)
            return .text("ok")
        }
    }

    /// - Returns: the webhook's address.
    func start() async throws -> String {
        guard case .address(let host, let port) = try await server.listen(on: .address("127.0.0.1", port: 0)) else {
            return ""
        }
        return "http://\(host):\(port)/chat"
    }

    func stop() async { await server.stop(within: .seconds(1)) }
}

extension DemoReceiver.Message {
    /// Reads the body that the webhook target sends.
    init?(_ body: [UInt8]) {
        guard let root = try? JSONNode(JSONValue(parsing: body)), let data = try? root.required("data"),
            let id = try? data.required("transaction").required("id").string(),
            let text = try? data.required("text").string()
        else { return nil }
        transaction = id
        self.text = text
        isLate = (try? data.cell("late")) == "yes"
    }
}
