package import HTTPServer
import Runtime
package import Sockets
import TestWaiting

/// A real HTTP server that a test's alerts go to; it keeps every request.
package final class WebhookReceiver: Sendable {
    package struct Received: Sendable {
        package let target: String
        package let headers: HTTPHeaders
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let loop: EventLoop
    private let server: HTTPServer
    private let requests: Requests
    package let address: String

    private final class Requests: Sendable {
        let all = Lock([Received]())
    }

    /// - Parameters:
    ///   - tls: what it shows to be; plain HTTP if left out.
    ///   - answer: what each request gets; success if left out.
    package init(
        tls: TLSIdentity? = nil, answer: @escaping @Sendable (Received) async -> HTTPResponse = WebhookReceiver.success
    ) async throws {
        let requests = Requests()
        loop = try EventLoop()
        var configuration = HTTPServerConfiguration()
        configuration.tls = tls
        server = HTTPServer(on: loop, configuration: configuration) { request in
            let received = Received(target: request.target, headers: request.headers, body: request.body)
            requests.all.withLock { $0.append(received) }
            return await answer(received)
        }
        self.requests = requests
        guard case .address(let host, let port) = try await server.listen(on: .address("127.0.0.1", port: 0)) else {
            preconditionFailure("an address was asked for")
        }
        address = "\(tls == nil ? "http" : "https")://\(host):\(port)"
    }

    /// What the real services say when they took a message: each kind by the path that a test gives it.
    package static let success: @Sendable (Received) -> HTTPResponse = { received in
        received.target.hasPrefix("/slack") ? .text("ok") : .json(Array(#"{"id":"1","sequence_id":"1"}"#.utf8))
    }

    package var received: [Received] { requests.all.withLock { $0 } }

    /// The requests to a path so far.
    package func received(at path: String) -> [Received] { received.filter { $0.target.hasPrefix(path) } }

    /// Waits for a request to the path that holds the text.
    @discardableResult
    package func wait(for text: String, at path: String = "/", within limit: Duration = .seconds(90)) async throws
        -> Received
    {
        var found: Received?
        try await eventually("'\(text)'; what came: \(received(at: path).map(\.text))", within: limit) {
            found = received(at: path).first { $0.text.contains(text) }
            return found != nil
        }
        guard let found else { preconditionFailure("it came") }
        return found
    }

    package func close() async {
        await server.stop(within: .seconds(1))
        await loop.stop()
    }
}
