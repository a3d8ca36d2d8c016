import Runtime
import Testing

@testable import SignalRServer

@Suite(
    "Hub server and the official client",
    .enabled(if: ReferenceClient.program != nil, "the reference client or node is not at hand"))
struct ReferenceClientTests {
    @Test(
        "pass each feature of the protocol on each transport", .timeLimit(.minutes(2)),
        arguments: [("WebSockets", 30), ("ServerSentEvents", 27), ("LongPolling", 27)])
    func everyFeature(_ transport: String, _ count: Int) async throws {
        var configuration = HubConfiguration()
        configuration.allowsStatefulReconnect = true
        configuration.maximumParallelCalls = 8
        try await withHub(conformanceHub(configuration)) { port in
            let lines = try await onThread { ReferenceClient.check("http://127.0.0.1:\(port)/hub", transport) }
            let failed = lines.filter { $0.hasPrefix("FAIL") }
            #expect(failed.isEmpty, "\(failed)")
            #expect(lines.last == "\(count) passed, 0 failed")
        }
    }

    @Test("lose nothing, and tell nothing twice, while the network breaks again and again", .timeLimit(.minutes(2)))
    func statefulReconnect() async throws {
        var configuration = HubConfiguration()
        configuration.allowsStatefulReconnect = true
        configuration.maximumParallelCalls = 8
        try await withHub(conformanceHub(configuration)) { port in
            let lines = try await onThread { ReferenceClient.run(StatefulScript.text, "http://127.0.0.1:\(port)/hub") }
            #expect(lines == ["done 8 cuts"])
        }
    }

    @Test("agree on whom a message goes to", .timeLimit(.minutes(2)))
    func recipients() async throws {
        let hub = Hub { .allowed(user: $0.bearerToken) }
        hub.on("Fence", jsonParameters: 0) { _ in nil }
        hub.on("Join", jsonParameters: 1) { call in
            call.hub.join(call.connectionID, try call.arguments.string(0))
            return nil
        }
        let expected: [(String, @Sendable (HubMethodCall) -> HubRecipients, String)] = [
            ("all", { _ in .all }, "a b c"), ("others", { $0.others }, "a b"), ("caller", { $0.caller }, "c"),
            ("user", { _ in .user("mum") }, "a b"), ("users", { _ in .users(["mum", "dad"]) }, "a b c"),
            ("group", { _ in .group("kitchen") }, "b c"), ("othersInGroup", { $0.others(in: "kitchen") }, "b"),
            // ASP.NET Core would tell c twice.
            ("groups", { _ in .groups(["kitchen", "office"]) }, "b c"),
            ("connections", { .connections([$0.connectionID, $0.connectionID]) }, "c"),
            ("nobody", { _ in .group("cellar") }, ""),
        ]
        hub.on("Tell", jsonParameters: 1) { call in
            let name = try call.arguments.string(0)
            for (other, recipients, _) in expected where other == name {
                try call.hub.send("told", json: [], to: recipients(call))
            }
            return nil
        }
        let names = expected.map(\.0).joined(separator: ",")
        try await withHub(hub) { port in
            let lines = try await onThread {
                ReferenceClient.run(RecipientScript.text, "http://127.0.0.1:\(port)/hub", names)
            }
            #expect(lines == expected.map { name, _, heard in "\(name): \(heard)" })
        }
    }

    private func onThread(_ body: @escaping @Sendable () -> [String]) async throws -> [String] {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try ServiceThread(name: "reference-client") { continuation.resume(returning: body()) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
