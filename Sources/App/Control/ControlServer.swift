import Glibc
package import HTTPServer
package import JSON
import Runtime
package import Sockets
import Store
import Values

/// The running program's control socket: a Unix socket that speaks HTTP and JSON. Who can reach it may do everything that a
/// command can, sign-ins included: its owner and root, and the members of its group where it is made for a group.
package actor ControlServer: Service {
    /// Stands in reports of a start or stop that failed.
    package nonisolated let name = "control socket"

    private let path: String
    private let isForGroup: Bool
    private let server: HTTPServer
    private let isStopped = Promise<Void, Never>()

    /// - Parameters:
    ///   - path: of the socket; at most 107 bytes, in a folder that only those can enter who may use it.
    ///   - isForGroup: whether the members of the process's group may use it too (mode 0660), or its owner alone (0600).
    ///   - transactions: new transactions as they become known, for `watch`; a new sequence for each who watches.
    ///   - status: what `status` answers, whenever that is another than before; the same.
    ///   - sync: carries out an order to read everything of an account anew, or of all, and tells of it until it is done.
    package init(
        path: String, isForGroup: Bool = false, loop: EventLoop, api: ControlAPI,
        transactions: @escaping @Sendable () -> AsyncStream<ControlAPI.NewTransaction>,
        status: @escaping @Sendable () -> AsyncStream<JSONValue> = { AsyncStream { $0.finish() } },
        sync: @escaping @Sendable (_ account: String?) async throws(ControlAnswer.Refusal) -> AsyncStream<SyncNews> = {
            _ in AsyncStream { $0.finish() }
        }
    ) {
        self.path = path
        self.isForGroup = isForGroup
        var configuration = HTTPServerConfiguration()
        // An order may have a photo, in base 64.
        configuration.maximumBodyBytes = 4 << 20
        server = HTTPServer(on: loop, configuration: configuration) { request in
            guard let question = ControlRequest(request) else { return .notFound }
            switch (question.method, question.path) {
            case (.get, ["watch"]):
                return Self.stream(transactions()) { $0.json(in: await api.installed().currency) }
            case (.get, ["status", "follow"]): return Self.stream(status()) { $0 }
            case (.post, ["sync"]):
                do throws(ControlAnswer.Refusal) {
                    return Self.stream(try await sync(question.query["account"])) { $0.json }
                } catch { return HTTPResponse(.refused(error)) }
            default: return HTTPResponse(await api.answer(question))
            }
        }
    }

    /// - Throws: `HTTPServerError` when the socket cannot be made.
    package func start() async throws {
        _ = try await server.listen(on: .unix(path: path))
        // It was made for its owner alone: opened afterwards, there is no moment in which too many can reach it.
        guard isForGroup else { return }
        guard unsafe chmod(path, 0o660) == 0 else {
            throw ControlSocketError(
                description: "the control socket \(path) cannot be opened to its group: \(SystemError())")
        }
    }

    /// Waits for ``stop()``: requests are served by the event loop.
    package func run() async throws { await isStopped.outcomeUnlessCancelled() }

    /// Takes no more requests, and gives those under way 2 s. The socket's file stays; the next start replaces it.
    package func stop() async {
        await server.stop(within: .seconds(2))
        isStopped.keep()
    }

    /// One JSON object a line, until the sequence ends or the client goes.
    private static func stream<Element: Sendable>(
        _ elements: AsyncStream<Element>, _ json: @escaping @Sendable (Element) async -> JSONValue
    ) -> HTTPResponse {
        HTTPResponse(
            headers: ["Content-Type": "application/x-ndjson"],
            body: .stream { writer in
                // The head leaves with the first bytes: the client then knows that it misses nothing from here on.
                try await writer.write("\n")
                for await element in elements { try await writer.write(await json(element).description + "\n") }
            })
    }
}

private struct ControlSocketError: Error, CustomStringConvertible {
    let description: String
}

extension ControlRequest {
    /// `nil` for anything but GET and POST below `/v1/`.
    fileprivate init?(_ request: HTTPRequest) {
        guard let method = Method(rawValue: request.method), request.path.hasPrefix("/v1/") else { return nil }
        var query: [String: String] = [:]
        for name in Self.names { query[name] = request.queryValue(name) }
        self.init(
            method, request.path.dropFirst(4).split(separator: "/").map(String.init), query: query,
            body: request.body.isEmpty ? nil : Secret(String(decoding: request.body, as: UTF8.self)))
    }
}

extension HTTPResponse {
    fileprivate init(_ answer: ControlAnswer) {
        switch answer {
        case .value(let value): self = .json(Array(value.description.utf8))
        case .text(let text): self = .text(text)
        case .picture(let bytes):
            self = HTTPResponse(headers: ["Content-Type": "application/octet-stream"], body: .bytes(bytes))
        case .refused(let refusal):
            let body: JSONValue = [
                "error": .string(refusal.message), "kind": .string(refusal.kind.rawValue),
                "hint": refusal.hint.map { .string($0) } ?? nil,
            ]
            self = .json(Array(body.description.utf8), status: refusal.kind.status)
        }
    }
}

extension ControlAnswer.Refusal.Kind {
    /// As HTTP says it.
    package var status: HTTPStatus {
        switch self {
        case .unknown: .notFound
        case .malformed: .badRequest
        case .conflict: HTTPStatus(rawValue: 409)
        case .unavailable: .serviceUnavailable
        case .notPermitted: HTTPStatus(rawValue: 403)
        case .misconfigured: HTTPStatus(rawValue: 422)
        }
    }
}
