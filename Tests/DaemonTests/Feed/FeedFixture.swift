import Glibc
import HTTPClient
import HTTPServer
import JSON
import Observability
import Relay
import Runtime
import Sockets
import Store
import TestSupport
import Testing
import Values

@testable import Daemon

/// A store with two children, and the feed at a socket of its own.
final class FeedFixture: Sendable {
    let folder: TemporaryFolder
    let store: Store
    let alice: ChildRow
    let bruno: ChildRow
    let sink = CapturingSink()
    let http: HTTPClient
    private let loop: EventLoop
    private let server: HTTPServer
    private var socket: String { "\(folder.path)/feed.sock" }
    private static let moment = Timestamp(seconds: 1_773_500_966)

    private init() async throws {
        folder = try TemporaryFolder()
        let logger = Logger(component: "test", threshold: LogThreshold(.debug), sink: sink)
        let store = try await Store.open(in: folder.path, logger: logger)
        self.store = store
        (alice, bruno) = try await store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let children = ["Alice", "Bruno"].map { name in
                ChildRow(
                    server: server.id, id: .init(rawValue: "child-\(name)"), firstName: name, lastName: "Reed",
                    balance: .zero, seenAt: Self.moment)
            }
            for child in children { try transaction.upsert(child) }
            return (children[0], children[1])
        }
        (loop, http) = (try EventLoop(), try HTTPClient())
        let desk = FeedDesk(store, logger: logger) { AlertLocale() }
        server = HTTPServer(on: loop) { request in
            await desk.answer(request, isOverheard: request.headers["x-overheard"] != nil) ?? .notFound
        }
        _ = try await server.listen(on: .unix(path: socket))
    }

    static func with(_ body: (FeedFixture) async throws -> Void) async throws {
        let fixture = try await FeedFixture()
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(fixture)) } catch { outcome = .failure(error) }
        await fixture.server.stop(within: .zero)
        await fixture.http.close()
        await fixture.store.close()
        await fixture.loop.stop()
        try outcome.get()
    }

    func token(of child: ChildRow? = nil) async throws -> (text: Secret, number: Int64) {
        let scope = AccessTokenRow.Scope.feed(of: child.map { FeedChild(server: $0.server, id: $0.id) })
        let (token, row) = try #require(try await store.write { try $0.issueToken(scope, at: Self.moment) })
        return (token.text, row.number)
    }

    /// An alert of the child, by whatever rule.
    func happen(
        _ number: Int, to child: ChildRow, as event: AlertRow.Event = .transaction, by rule: String? = nil,
        words: String = ""
    ) async throws {
        try await store.writeAlerts { transaction in
            let row = TransactionRow(
                server: child.server, id: .init(rawValue: "t\(number)"), child: child.id, amount: Decimal("1.50")!,
                kind: .credit, category: "Gift", description: "Kite \(number) \(words)", balanceAfter: .zero,
                createdAt: Self.moment, position: number, firstSeenAt: Self.moment, source: .scan, isLate: false)
            _ = try transaction.insert(row)
            let change = FactChange(
                kind: .transactionAdded(row), child: child, origin: "https://one.example", isLate: false,
                at: Self.moment)
            _ = try transaction.insert(
                PlannedAlert(key: .init(rawValue: "new|t\(number)"), event: event, rule: rule, deliveries: []),
                for: change)
            return ((), [])
        }
    }

    func request(
        _ question: String = "", _ token: Secret?, accept: String = "application/json", last: String? = nil,
        _ method: HTTPMethod = .get, isOverheard: Bool = false
    ) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(method, try HTTPURL("http://localhost\(FeedDesk.path)\(question)"))
        request.unixSocketPath = socket
        request.deadlines.total = .seconds(30)
        try request.setHeader("Accept", accept)
        if let last { try request.setHeader("Last-Event-ID", last) }
        if isOverheard { try request.setHeader("X-Overheard", "1") }
        if let token { try request.setHeader("Authorization", prefix: "Bearer ", token) }
        return request
    }

    /// One answer, as who asks again and again gets it.
    func list(_ question: String, _ token: Secret) async throws -> JSONValue {
        let answer = try await http.send(try request(question, token))
        #expect(answer.status == 200)
        return try JSONValue(parsing: answer.body)
    }

    func status(_ request: HTTPClientRequest) async throws -> Int { try await http.send(request).status }

    /// Follows until the body has had enough.
    ///
    /// - Returns: the fields of all that came, as they stand on the wire.
    func follow(
        _ question: String = "", _ token: Secret, last: String? = nil,
        until isEnough: @escaping @Sendable (_ text: String) async throws -> Bool
    ) async throws -> String {
        struct Enough: Error {}
        let text = Lock("")
        do {
            try await http.stream(try request(question, token, accept: "text/event-stream", last: last)) {
                head, chunks in
                #expect(head.status == 200 && head.headers["Content-Type"] == "text/event-stream")
                for try await chunk in chunks {
                    let sofar = text.withLock { text in
                        text += String(decoding: chunk, as: UTF8.self)
                        return text
                    }
                    if try await isEnough(sofar) { throw Enough() }
                }
            }
        } catch is Enough {}
        return text.withLock { $0 }
    }
}
