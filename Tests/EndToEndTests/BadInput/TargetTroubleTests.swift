import HTTPServer
import JSON
import TestSupport
import Testing

/// A target that fails: status says which and why, the others get their alerts, and nothing is lost.
@Suite("Targets in trouble", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"), .serialized)
struct TargetTroubleTests {
    struct Trouble: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: HTTPResponse
        let says: String
        /// Whether the target is asked again within seconds.
        let isShort: Bool

        init(_ status: HTTPStatus, headers: HTTPHeaders = [:], says: String, isShort: Bool) {
            testDescription = "\(status.rawValue)"
            answer = HTTPResponse(status, headers: headers, body: .bytes(Array("no".utf8)))
            self.says = says
            self.isShort = isShort
        }
    }

    static let troubles = [
        Trouble(.internalServerError, says: "answered 500", isShort: true),
        Trouble(HTTPStatus(rawValue: 429), headers: ["Retry-After": "2"], says: "answered 429", isShort: true),
        Trouble(.notFound, says: "answered 404", isShort: false),
        Trouble(
            HTTPStatus(rawValue: 302), headers: ["Location": "http://127.0.0.1:1/elsewhere"], says: "answered 302",
            isShort: false),
    ]

    @Test("is named in status, holds nobody else back, and gets everything once it recovers", arguments: troubles)
    func recovers(_ trouble: Trouble) async throws {
        let board = Switchboard()
        board.set("/house", trouble.answer)
        let family = try await Family(answer: board.answer)
        let home = family.installation
        let watcher = try await family.start(until: "live")
        try await family.hub.createTransaction(description: "First")
        for target in ["slack", "discord", "phone"] { try await family.receiver.wait(for: "First", at: "/\(target)") }
        let status = try await home.waitForStatus { status in
            // An outcome is written down after the answer has come.
            status.problems.contains { $0.contains("house") && $0.contains(trouble.says) }
                && status.deliveries("delivered", of: "slack") == 1
        }
        #expect(status["balanced"] == true)
        // It waits, or is being tried again at this moment.
        let untold = ["queued", "attempting"].compactMap { status.deliveries($0, of: "house") }
        #expect(untold.reduce(0, +) == 1)
        let waiting = try #require(try await home.json("deliveries", "list", "--target", "house").first)
        #expect(waiting.text("detail")?.contains(trouble.says) == true)

        board.set("/house", nil)
        try await family.hub.createTransaction(description: "Second")
        if !trouble.isShort {
            let number = try #require(waiting["number"])
            let retry = try await home.run("deliveries", "retry", "\(number)")
            #expect(retry.status == 0, "\(retry.errors)")
        }
        try await family.receiver.wait(for: "Second", at: "/house")
        let end = try await home.waitForStatus { $0.deliveries("delivered", of: "house") == 2 }
        #expect(end["balanced"] == true)
        #expect(end.problems.allSatisfy { !$0.contains("house") })
        try await family.end(watcher)
    }

    @Test("a target that never answers is in doubt, and another one gets its alert at once")
    func deaf() async throws {
        let deaf = try DeafServer()
        let receiver = try await WebhookReceiver()
        let hub = try await ReferenceHub()
        let home = try Installation(
            """
            accounts:
              - name: watched
                server: \(hub.address)
                email: parent@example.com
                password: env:FAMILY_PASSWORD
            targets:
              - name: deaf
                kind: webhook
                url: \(deaf.address)/hook/verysecret
                private-addresses: true
              - name: chat
                kind: slack
                url: \(receiver.address)/slack
                private-addresses: true
            """, environment: ["FAMILY_PASSWORD": "password123"], secrets: ["verysecret"])
        let watcher = try home.start("run")
        try await home.waitForStatus { $0.accountState("watched") == "live" && ($0.count("transactions") ?? 0) >= 24 }
        try await hub.createTransaction(description: "Somebody hears")
        try await receiver.wait(for: "Somebody hears", at: "/slack")
        #expect(try await home.json("status").first?.deliveries("inDoubt", of: "deaf") == 0)
        let status = try await home.waitForStatus(within: .seconds(40)) { status in
            status.problems.contains { $0.contains("target deaf") && $0.contains("fails and is tried again") }
        }
        #expect(status["balanced"] == true)
        #expect(status.deliveries("delivered", of: "deaf") == 0)
        withExtendedLifetime(deaf) {}
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        home.expectNoSecrets()
    }

    @Test("target test says exactly what the target answered, with and without a running program")
    func test() async throws {
        let board = Switchboard()
        let receiver = try await WebhookReceiver(answer: board.answer)
        let home = try Installation(
            """
            targets:
              - name: house
                kind: webhook
                url: \(receiver.address)/house/hook-id-4711
                private-addresses: true
              - name: shut
                kind: webhook
                url: \(receiver.address)/house/hook-id-4711
            """, secrets: ["hook-id-4711"])
        let good = try await home.run("target", "test", "house")
        #expect(good.status == 0)
        #expect(good.output.hasPrefix("house took the sample alert ("))
        #expect(good.output.contains(" ms): answered 200"), "\(good.output)")
        #expect(receiver.received(at: "/house").count == 1)
        board.set("/house", .text("go away\u{1B}[31m, hook-id-4711", status: .forbidden))
        let bad = try await home.run("target", "test", "house")
        #expect(bad.status == 69)
        #expect(bad.output.contains("house did not take the sample alert ("))
        #expect(bad.output.contains("answered 403"))
        #expect(bad.output.contains("go away"))
        #expect(!bad.output.contains("\u{1B}"))
        let shut = try await home.run("target", "test", "shut")
        #expect(shut.status == 69)
        #expect(shut.output.contains("private-addresses"), "\(shut.output)")
        let unknown = try await home.run("target", "test", "hose")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("house"))
        // Somebody has added one since the program started.
        let watcher = try home.start("run")
        try await home.waitForStatus { $0["running"] == true }
        try home.configure(
            "targets: [{name: fresh, kind: webhook, url: '\(receiver.address)/fresh', private-addresses: true}]\n")
        let unread = try await home.run("target", "test", "fresh")
        #expect(unread.status == 64)
        #expect(unread.errors.contains("has not read the target 'fresh' yet"), "\(unread.errors)")
        #expect(unread.errors.contains("reload"))
        watcher.signal(15)
        _ = try await watcher.waitForExit()
        await receiver.close()
    }
}
