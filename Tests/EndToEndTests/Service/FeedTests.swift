import DemoBackend
import Glibc
import HTTPClient
import JSON
import Runtime
import TestSupport
import TestWaiting
import Testing
import Values

/// What a program of somebody's own has of the feed, and what docs/openapi.json promises of all addresses for machines.
@Suite("The feed, and what other programs ask", .serialized, .timeLimit(.minutes(3)))
struct FeedTests {
    private struct Ports {
        let page: UInt16
        let metrics: UInt16

        init() throws {
            func free() throws -> UInt16 {
                let (descriptor, port) = try LoopbackSocket.listening()
                close(descriptor)
                return port
            }
            (page, metrics) = (try free(), try free())
        }

        /// Behind `targets:`.
        var yaml: String {
            " []\ndashboard: {port: \(page)}\nmetrics: {listen: '127.0.0.1:\(metrics)'}\n"
        }
    }

    private final class Came: Sendable {
        let text = Lock("")
    }

    private func token(_ family: DemoFamily, _ words: String...) async throws -> Secret {
        let made = try await family.installation.run(["token", "create", "--feed", "--json"] + words)
        return Secret(try #require(try JSONValue(parsing: made.output).text("token")))
    }

    private func request(
        _ address: String, _ token: Secret? = nil, accept: String = "application/json", last: String? = nil,
        _ method: HTTPMethod = .get
    ) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(method, try HTTPURL(address))
        request.deadlines.total = .seconds(60)
        try request.setHeader("Accept", accept)
        if let last { try request.setHeader("Last-Event-ID", last) }
        if let token { try request.setHeader("Authorization", prefix: "Bearer ", token) }
        return request
    }

    private func add(_ family: DemoFamily, _ child: String, _ words: String) async throws {
        let answer = try await family.installation.run("add", child, "+1.50", words, "--wait", "30s")
        #expect(answer.status == 0, "\(answer.errors)")
    }

    /// Follows until what came holds a text, or to the stream's end.
    private func follow(
        _ http: HTTPClient, _ request: HTTPClientRequest, until text: String, begun: @escaping @Sendable () -> Void = {}
    ) async throws -> (text: String, last: String?) {
        struct Enough: Error {}
        let came = Came()
        do {
            try await http.stream(request) { head, chunks in
                #expect(head.status == 200)
                for try await chunk in chunks {
                    let all = came.text.withLock { sofar in
                        if sofar.isEmpty { begun() }
                        sofar += String(decoding: chunk, as: UTF8.self)
                        return sofar
                    }
                    if all.contains(text) { throw Enough() }
                }
            }
        } catch is Enough {}
        let all = came.text.withLock { $0 }
        return (all, all.split(separator: "\n").last { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) })
    }

    @Test(
        "what happens is told as it does; killed and started anew it goes on at the number, and misses and repeats nothing"
    )
    func story() async throws {
        let ports = try Ports()
        let (family, http) = (try await DemoFamily(targets: ports.yaml), try HTTPClient())
        let first = try await family.start()
        let (all, alice) = (try await token(family), try await token(family, "--child", "Alice"))
        let address = "http://127.0.0.1:\(ports.page)/feed/events"
        let (listening, begun) = AsyncStream.makeStream(of: Void.self)
        async let heard = follow(
            http, request(address, all, accept: "text/event-stream"), until: "Kite for one", begun: { begun.yield() })
        for await _ in listening.prefix(1) {}
        try await add(family, "Alice", "Kite for one")
        let before = try await heard
        #expect(before.text.contains("\"type\":\"transaction.created\"") && before.text.contains("\"amount\":\"1.50\""))
        first.signal(SIGKILL)
        _ = try await first.waitForExit()
        let second = try await family.start()
        try await add(family, "Bruno", "Kite for two")
        try await add(family, "Alice", "Kite for three")
        let last = try #require(before.last)
        let after = try await follow(
            http, request(address, all, accept: "text/event-stream", last: last), until: "Kite for three")
        let told = after.text.split(separator: "\n").filter { $0.hasPrefix("data: ") }
        #expect(told.count == 2 && !after.text.contains("Kite for one") && !after.text.contains("gap"))
        #expect(told.first?.contains("Kite for two") == true)
        let own = try await http.send(request("\(address)?after=0", alice))
        let text = String(decoding: own.body, as: UTF8.self)
        #expect(text.contains("Kite for three") && !text.contains("Bruno") && !text.contains("Kite for two"))
        #expect(try await family.installation.run("token", "revoke", "1").status == 0)
        #expect(try await http.send(request(address, all)).status == 401)
        try await family.end(second)
        for program in [first, second] {
            for secret in [all, alice] {
                secret.withText { #expect(!program.output.contains($0) && !program.errors.contains($0)) }
            }
        }
        await http.close()
    }

    // MARK: What is promised

    private static func document() throws -> JSONValue {
        let text = try TextFile.read("\(RealParts.packageFolder)/docs/openapi.json")
        // The checker knows the places of JSON schemas alone.
        return try JSONValue(parsing: text.replacing("#/components/schemas/", with: "#/$defs/"))
    }

    private static func members(_ value: JSONValue?) -> [JSONObject.Member] {
        if case .object(let object)? = value { object.members } else { [] }
    }

    /// Of each address the statuses with their types of content.
    private static func promises(_ document: JSONValue) -> [String: Set<String>] {
        var promises: [String: Set<String>] = [:]
        for path in members(document["paths"]) {
            for answer in members(path.value["get"]?["responses"]) {
                for content in members(answer.value["content"]) {
                    promises[path.name, default: []].insert("\(answer.name) \(content.name)")
                }
            }
        }
        return promises
    }

    /// What somebody gets who asks by another name: status and type of content.
    private static func askForeign(_ port: UInt16, _ path: String) throws -> String {
        let socket = try LoopbackSocket.connected(to: port)
        defer { close(socket) }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".utf8)
        #expect(send(socket, request, request.count, 0) == request.count)
        var answer = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        #expect(poll(&answer, 1, 10_000) == 1)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(socket, &buffer, buffer.count, 0)
        let head = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let type = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Type: ") }?.dropFirst(14)
        return "\(head.split(separator: " ").dropFirst().first ?? "") \(type?.split(separator: ";").first ?? "")"
    }

    /// What no test from this machine's own loopback sees, and which test does.
    private static let elsewhere = [
        "/feed/events": [
            "403 text/plain": "needs another machine: FeedDeskTests.refused",
            "503 text/plain": "needs a store that fails: nothing is promised of its words",
        ]
    ]

    @Test("each answer that docs/openapi.json promises is seen, no other is, and what is in it is as its schema says")
    func promised() async throws {
        let ports = try Ports()
        let (family, http) = (try await DemoFamily(targets: ports.yaml), try HTTPClient())
        let program = try await family.start()
        let token = try await token(family)
        try await add(family, "Alice", "Kite for one")
        let (page, metrics) = ("http://127.0.0.1:\(ports.page)", "http://127.0.0.1:\(ports.metrics)")
        let document = try Self.document()
        var seen: [String: Set<String>] = [:]
        func ask(
            _ base: String, _ path: String, _ question: String = "", _ token: Secret? = nil, _ method: HTTPMethod = .get
        )
            async throws -> [UInt8]
        {
            let answer = try await http.send(request(base + path + question, token, method))
            let type = answer.head.headers["Content-Type"]?.split(separator: ";").first.map(String.init) ?? ""
            seen[path, default: []].insert("\(answer.status) \(type)")
            return answer.body
        }
        let feed = "/feed/events"
        let list = try JSONValue(parsing: try await ask(page, feed, "?after=0", token))
        let gap = try JSONValue(parsing: try await ask(page, feed, "?after=9000000000000000", token))
        #expect(gap["gap"] != nil)
        let schema = try JSONSchema(
            ["$defs": document["components"]?["schemas"] ?? nil] as JSONValue, definition: "list")
        for answer in [list, gap] { #expect(schema.mistakes(in: answer).filter { !$0.contains(".data.") } == []) }
        let event = try #require(list["events"]?[0])
        let webhook = try JSONSchema(
            try JSONValue(parsing: TextFile.read("\(RealParts.packageFolder)/docs/webhook.schema.json")),
            definition: "transactionCreated")
        #expect(webhook.mistakes(in: event) == ["$.number is not in the schema"])
        _ = try await ask(page, feed, "?after=x", token)
        _ = try await ask(page, feed, "", token, .post)
        for _ in 0..<12 { _ = try await ask(page, feed, "", Secret("wrong")) }
        let stream = try await http.stream(request(page + feed, token, accept: "text/event-stream")) { head, _ in
            "\(head.status) \(head.headers["Content-Type"] ?? "")"
        }
        seen[feed, default: []].insert(stream)
        seen[feed]?.insert(try Self.askForeign(ports.page, feed))
        let pages = ["/metrics", "/healthz", "/readyz"]
        for path in pages {
            seen[path, default: []].insert(try Self.askForeign(ports.metrics, path))
            _ = try await ask(metrics, path)
            _ = try await ask(metrics, path, "", nil, .post)
        }
        // The session is over: somebody has to sign in.
        #expect(try await family.installation.run("logout", "watched").status == 0)
        try await eventually("not ready") { try await http.send(request(metrics + "/readyz")).status == 503 }
        _ = try await ask(metrics, "/readyz")
        var promises = Self.promises(document)
        for (path, others) in Self.elsewhere { promises[path]?.subtract(others.keys) }
        #expect(seen == promises)
        // What the program itself names is what is promised.
        let known = String(decoding: try await ask(metrics, "/nothing"), as: UTF8.self)
        #expect(known == "There is no such page; there are \(pages.joined(separator: ", ")).\n")
        program.signal(SIGTERM)
        #expect(try await program.waitForExit() == 0)
        await family.backend.stop()
        await http.close()
    }
}
