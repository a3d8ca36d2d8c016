import Glibc
import HTTPClient
import JSON
import Runtime
import Sockets
import Store
import TestSupport
import Testing
import Values

@testable import Control

@Suite("The control socket", .timeLimit(.minutes(1)))
struct ControlServerTests {
    /// A server that answers `login` as each test wants it, asked over its socket.
    private struct Conversation {
        let http: HTTPClient
        let socket: String

        func request(_ method: HTTPMethod, _ target: String, body: String? = nil) throws -> HTTPClientRequest {
            var request = HTTPClientRequest(method, try HTTPURL("http://localhost\(target)"))
            request.unixSocketPath = socket
            if let body { request.body = .bytes(Array(body.utf8), contentType: "application/json") }
            return request
        }

        func send(_ method: HTTPMethod, _ target: String, body: String? = nil) async throws -> HTTPClientResponse {
            try await http.send(request(method, target, body: body))
        }
    }

    private func withServer(
        isForGroup: Bool = false, transactions: [ControlAPI.NewTransaction] = [],
        answer: @escaping @Sendable (Secret) -> ControlAnswer = { _ in .text("") },
        _ body: (Conversation, Installation) async throws -> Void
    ) async throws {
        let (installation, folder) = (try await Installation(), try TemporaryFolder())
        let loop = try EventLoop()
        let api = ControlAPI(
            store: installation.store, metrics: { "figures 1\n" },
            accounts: .init(signIn: { answer($0) }, signOut: { .value(["account": .string($0)]) })
        ) { .value(["target": .string($0)]) }
        let server = ControlServer(
            path: "\(folder.path)/control.sock", isForGroup: isForGroup, loop: loop, api: api
        ) {
            AsyncStream { continuation in
                for transaction in transactions { continuation.yield(transaction) }
                continuation.finish()
            }
        }
        try await server.start()
        let http = try HTTPClient()
        try await body(Conversation(http: http, socket: "\(folder.path)/control.sock"), installation)
        await http.close()
        await server.stop()
        try await server.run()
        await loop.stop()
        await installation.store.close()
    }

    @Test(
        "each kind of refusal has its status, and travels with kind and hint",
        arguments: zip(ControlAnswer.Refusal.Kind.allCases, [404, 400, 409, 503, 403, 422]))
    func refusals(_ kind: ControlAnswer.Refusal.Kind, _ status: Int) async throws {
        let answer: @Sendable (Secret) -> ControlAnswer = { order in
            .refused(.init(kind, "it is so", hint: order.withText { $0 == "{}" } ? nil : "do that"))
        }
        try await withServer(answer: answer) { conversation, _ async throws in
            let plain = try await conversation.send(.post, "/v1/login")
            #expect(plain.status == status)
            let word: JSONValue = .string(kind.rawValue)
            let none: JSONValue = ["error": "it is so", "kind": word, "hint": nil]
            #expect(try JSONValue(parsing: plain.body) == none)
            let hinted = try await conversation.send(.post, "/v1/login", body: #"{"a":1}"#)
            #expect(try JSONValue(parsing: hinted.body)["hint"] == "do that")
        }
    }

    @Test("a value is JSON, figures are text, and a body arrives as it was sent")
    func answers() async throws {
        try await withServer { order in
            .value(["got": .string(order.withText { $0 })])
        } _: { conversation, _ async throws in
            let login = try await conversation.send(.post, "/v1/login", body: #"{"password":"ä\u0022"}"#)
            #expect(login.status == 200 && login.headers["Content-Type"]?.hasPrefix("application/json") == true)
            #expect(try JSONValue(parsing: login.body)["got"] == .string(#"{"password":"ä\u0022"}"#))
            let metrics = try await conversation.send(.get, "/v1/metrics")
            #expect(metrics.body == Array("figures 1\n".utf8))
            #expect(metrics.headers["Content-Type"]?.hasPrefix("text/plain") == true)
        }
    }

    @Test("the query's known names arrive, others do not disturb")
    func query() async throws {
        try await withServer { conversation, installation async throws in
            try await installation.add(1...3, of: installation.children[0])
            let rows = try await conversation.send(
                .get,
                "/v1/transactions?other=x&limit=2&child=alice%20reed&state=lost&target=y&since=2026-03-14T15:09:28Z")
            #expect(try JSONValue(parsing: rows.body).texts("id") == ["t3", "t2"])
            #expect(try await conversation.send(.get, "/v1/transactions?limit=0").status == 400)
            #expect(try await conversation.send(.get, "/v1/deliveries?state=lost").status == 400)
            let target = try await conversation.send(.post, "/v1/targets/my%20chat/test")
            #expect(try JSONValue(parsing: target.body)["target"] == "my chat")
        }
    }

    @Test(
        "other methods and other places are not there",
        arguments: [
            (HTTPMethod.delete, "/v1/status"), (.put, "/v1/status"), (.get, "/status"), (.get, "/"),
            (.get, "/v2/status"),
            (.get, "/v1"), (.get, "/V1/status"), (.post, "/v1/status"), (.get, "/v1/nothing"),
        ])
    func places(_ method: HTTPMethod, _ target: String) async throws {
        try await withServer { conversation, _ async throws in
            #expect(try await conversation.send(method, target).status == 404)
        }
    }

    @Test("the socket is its owner's alone, or its group's too", arguments: [false, true])
    func mode(_ isForGroup: Bool) async throws {
        try await withServer(isForGroup: isForGroup) { conversation, _ async throws in
            var status = stat()
            try #require(stat(conversation.socket, &status) == 0)
            #expect(status.st_mode & 0o777 == (isForGroup ? 0o660 : 0o600))
        }
    }

    @Test("whoever watches gets an empty line at once, then one object a line, in order")
    func watch() async throws {
        let installation = try await Installation()
        let child = installation.children[0]
        await installation.store.close()
        let news = try (1...3).map { ControlAPI.NewTransaction(try Installation.row($0, of: child), child: child) }
        try await withServer(transactions: news) { conversation, _ async throws in
            let request = try conversation.request(.get, "/v1/watch")
            let text = try await conversation.http.stream(request) { head, chunks in
                #expect(head.status == 200 && head.headers["Content-Type"] == "application/x-ndjson")
                var bytes: [UInt8] = []
                for try await chunk in chunks { bytes += chunk }
                return String(decoding: bytes, as: UTF8.self)
            }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first == "" && lines.last == "" && lines.count == 5)
            let ids = try lines.dropFirst().dropLast().map { try JSONValue(parsing: String($0))["id"] }
            #expect(ids == ["t1", "t2", "t3"])
            #expect(try JSONValue(parsing: String(lines[1]))["child"]?["firstName"] == "Alice")
        }
    }

    @Test("a socket that cannot be made is an error with its path")
    func noSocket() async throws {
        try await Installation.with { installation async throws in
            let loop = try EventLoop()
            let server = ControlServer(
                path: "/dev/null/control.sock", loop: loop,
                api: ControlAPI(store: installation.store) { _ in .text("") }
            ) { AsyncStream { $0.finish() } }
            await #expect {
                try await server.start()
            } throws: {
                "\($0)".contains("/dev/null/control.sock")
            }
            await server.stop()
            await loop.stop()
        }
    }

    @Test("the next program takes the place of a socket that another has left")
    func leftOver() async throws {
        try await Installation.with { installation async throws in
            let (folder, loop) = (try TemporaryFolder(), try EventLoop())
            let path = "\(folder.path)/control.sock"
            for _ in 1...2 {
                let server = ControlServer(
                    path: path, loop: loop, api: ControlAPI(store: installation.store) { _ in .text("") }
                ) { AsyncStream { $0.finish() } }
                try await server.start()
                await server.stop()
                #expect(access(path, F_OK) == 0)
            }
            await loop.stop()
        }
    }
}
