import Configuration
import Control
import Glibc
import HTTPClient
import Runtime
import Sockets
import TestSupport
import TestWaiting
import Testing

@testable import Daemon

@Suite("Where metrics are served", .timeLimit(.minutes(1)))
struct MetricsListenerTests {
    private final class Served: Sendable {
        /// What the listener asks for, and what it has told.
        final class Box: Sendable {
            let wanted: Lock<MetricsSettings?>
            let told = Lock([String?]())

            init(_ metrics: MetricsSettings?) { wanted = Lock(metrics) }
        }

        let box: Box
        let http: HTTPClient
        let loop: EventLoop
        let listener: MetricsListener

        init(_ metrics: MetricsSettings?, pause: Duration) throws {
            let box = Box(metrics)
            self.box = box
            loop = try EventLoop()
            http = try HTTPClient()
            let pages = MonitoringPages {
                "figure 1\n"
            } health: {
                HealthAnswer([Problem(.targetSuspended, of: "chat", "it refuses", nextStep: nil)])
            }
            listener = MetricsListener(loop: loop, pages: pages, pause: pause) {
                box.wanted.withLock { $0 }
            } told: { reason in
                box.told.withLock { $0.append(reason) }
            }
        }

        func get(_ page: String, host: String? = nil) async throws -> HTTPClientResponse {
            // Between two places there is none for a moment.
            guard let port = await listener.endpoint?.port else { throw CancellationError() }
            return try await http.send(
                HTTPClientRequest(.get, try HTTPURL("http://\(host ?? "127.0.0.1"):\(port)\(page)")))
        }

        /// Gives it another configuration, and waits until it has followed.
        func follow(_ metrics: MetricsSettings?, until isDone: (Endpoint?) -> Bool) async throws {
            box.wanted.withLock { $0 = metrics }
            listener.look()
            try await eventually("another endpoint") { isDone(await listener.endpoint) }
        }
    }

    private func local(_ port: Int = 0, hosts: [String] = []) -> MetricsSettings {
        MetricsSettings(listen: .init(address: "127.0.0.1", port: port), hosts: hosts)
    }

    private func withListener(
        _ metrics: MetricsSettings?, pause: Duration = .seconds(3_600), _ body: (Served) async throws -> Void
    ) async throws {
        let served = try Served(metrics, pause: pause)
        await served.listener.start()
        try await withThrowingTaskGroup { group in
            group.addTask { try await served.listener.run() }
            try await body(served)
            await served.listener.stop()
            try await group.waitForAll()
        }
        #expect(await served.listener.endpoint == nil)
        await served.http.close()
        await served.loop.stop()
    }

    @Test("the pages answer as soon as it has started, each with its status")
    func pages() async throws {
        try await withListener(local()) { served in
            let metrics = try await served.get("/metrics")
            #expect(metrics.status == 200 && String(decoding: metrics.body, as: UTF8.self) == "figure 1\n")
            #expect(try await served.get("/healthz").status == 200)
            #expect(try await served.get("/readyz").status == 503)
            #expect(try await served.get("/v1/deliveries").status == 404)
        }
    }

    @Test("a name that was not configured is refused, so no web page can have its name mean this address")
    func rebinding() async throws {
        try await withListener(local()) { served in
            #expect(try await served.get("/metrics", host: "localhost").status == 200)
            #expect(try await served.get("/metrics", host: "evil.localhost").status == 421)
            try await served.follow(local(hosts: ["EVIL.localhost"])) { $0 != nil }
            try await eventually("the name is known") {
                (try? await served.get("/metrics", host: "evil.localhost").status) == 200
            }
        }
    }

    @Test("on all addresses any of them may be asked for, and still no name that was not configured")
    func everywhere() async throws {
        try await withListener(MetricsSettings(listen: .init(address: "0.0.0.0", port: 0))) { served async throws in
            #expect(try await served.get("/metrics", host: "127.0.0.2").status == 200)
            #expect(try await served.get("/metrics", host: "localhost").status == 200)
            #expect(try await served.get("/metrics", host: "evil.localhost").status == 421)
        }
    }

    @Test("without a configuration nothing listens; it begins, moves and ends when the configuration says so")
    func moving() async throws {
        try await withListener(nil) { served in
            #expect(await served.listener.endpoint == nil)
            try await served.follow(local()) { $0 != nil }
            let first = try #require(await served.listener.endpoint?.port)
            #expect(try await served.get("/healthz").status == 200)
            let (descriptor, free) = try LoopbackSocket.listening()
            close(descriptor)
            try await served.follow(local(Int(free))) { $0?.port == Int(free) }
            #expect(try await served.get("/healthz").status == 200)
            #expect(throws: LoopbackSocket.Failure.self) { try LoopbackSocket.connected(to: UInt16(first)) }
            try await served.follow(nil) { $0 == nil }
            try await eventually("told three times") { served.box.told.withLock { $0 } == [nil, nil, nil] }
        }
    }

    @Test("a port that somebody else has is told, and taken as soon as it is free")
    func taken() async throws {
        let (descriptor, port) = try LoopbackSocket.listening()
        try await withListener(local(Int(port)), pause: .milliseconds(1)) { served in
            let reason = served.box.told.withLock { $0.first } ?? nil
            #expect(reason?.hasPrefix("nothing can listen at 127.0.0.1:\(port): ") == true, "\(reason ?? "")")
            close(descriptor)
            try await eventually("it listens") { await served.listener.endpoint != nil }
            #expect(try await served.get("/healthz").status == 200)
            #expect(served.box.told.withLock { $0.last } == .some(nil))
        }
    }
}
