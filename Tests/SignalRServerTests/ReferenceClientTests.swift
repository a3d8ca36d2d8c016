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
