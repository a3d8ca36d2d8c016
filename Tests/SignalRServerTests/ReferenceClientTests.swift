import Runtime
import Testing

@testable import SignalRServer

@Suite(
    "Hub server and the official client",
    .enabled(if: ReferenceClient.program != nil, "the reference client or node is not at hand"))
struct ReferenceClientTests {
    /// What this server does not offer yet.
    private static let known = ["stateful reconnect keeps the call"]

    @Test("pass each feature of the protocol that is offered", .timeLimit(.minutes(2)))
    func everyFeature() async throws {
        try await withHub(conformanceHub()) { port in
            let lines = try await withCheckedThrowingContinuation { continuation in
                do {
                    _ = try ServiceThread(name: "reference-client") {
                        continuation.resume(returning: ReferenceClient.check("http://127.0.0.1:\(port)/hub"))
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
            let failed = lines.filter { line in
                line.hasPrefix("FAIL") && !Self.known.contains { line.contains($0) }
            }
            #expect(failed.isEmpty, "\(failed)")
            #expect(lines.filter { $0.hasPrefix("ok") }.count >= 29, "\(lines)")
        }
    }
}
