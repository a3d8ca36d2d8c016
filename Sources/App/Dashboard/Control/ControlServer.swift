import HTTPServer
import JSON
import Runtime
package import Sockets
import Store

/// The running program's control socket: a Unix socket that only its owner can reach, speaking HTTP and JSON.
package actor ControlServer: Service {
    package nonisolated let name = "control socket"

    private let path: String
    private let server: HTTPServer
    private let ends = AsyncStream.makeStream(of: Void.self)

    /// - Parameters:
    ///   - path: of the socket; at most 107 bytes, in a folder that only its owner can enter.
    ///   - transactions: new transactions as they become known, for `watch`; a new sequence for each who watches.
    package init(
        path: String, loop: EventLoop, api: ControlAPI,
        transactions: @escaping @Sendable () -> AsyncStream<ControlAPI.NewTransaction>
    ) {
        self.path = path
        server = HTTPServer(on: loop) { request in
            guard let question = ControlRequest(request) else { return .notFound }
            if question.path == ["watch"] { return Self.stream(transactions()) }
            return HTTPResponse(await api.answer(question))
        }
    }

    /// - Throws: `HTTPServerError` when the socket cannot be made.
    package func start() async throws { _ = try await server.listen(on: .unix(path: path)) }

    package func run() async throws { for await _ in ends.stream {} }

    package func stop() async {
        await server.stop(within: .seconds(2))
        ends.continuation.finish()
    }

    /// One JSON object a line, until the client goes.
    private static func stream(_ transactions: AsyncStream<ControlAPI.NewTransaction>) -> HTTPResponse {
        HTTPResponse(
            headers: ["Content-Type": "application/x-ndjson"],
            body: .stream { writer in
                // The head leaves with the first bytes: the client then knows that it misses nothing from here on.
                try await writer.write("\n")
                for await transaction in transactions { try await writer.write(transaction.json.description + "\n") }
            })
    }
}

extension ControlRequest {
    /// `nil` for anything but GET and POST below `/v1/`.
    fileprivate init?(_ request: HTTPRequest) {
        guard let method = Method(rawValue: request.method), request.path.hasPrefix("/v1/") else { return nil }
        var query: [String: String] = [:]
        for name in ["limit", "child", "state", "target"] { query[name] = request.queryValue(name) }
        self.init(method, request.path.dropFirst(4).split(separator: "/").map(String.init), query: query)
    }
}

extension HTTPResponse {
    fileprivate init(_ answer: ControlAnswer) {
        switch answer {
        case .value(let value): self = .json(Array(value.description.utf8))
        case .text(let text): self = .text(text)
        case .refused(let refusal):
            let body: JSONValue = ["error": .string(refusal.message), "kind": .string(refusal.kind.rawValue)]
            self = .json(Array(body.description.utf8), status: refusal.kind.status)
        }
    }
}

extension ControlAnswer.Refusal.Kind {
    fileprivate var status: HTTPStatus {
        switch self {
        case .unknown: .notFound
        case .malformed: .badRequest
        case .conflict: HTTPStatus(rawValue: 409)
        case .unavailable: .serviceUnavailable
        }
    }
}
