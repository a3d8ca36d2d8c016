import HTTPClient
import Store
import TestSupport
import Testing
import Values

@testable import Relay

/// Other people's libraries judge what is sent, where `.ci/install-servers` has installed them.
@Suite("Webhook, against the standards' own libraries", StandardsJudge.trait, .timeLimit(.minutes(1)))
struct WebhookStandardTests {
    private static let former = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    private static let next = "whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="

    /// - Parameter known: the key that the receiver has.
    private func verdict(
        _ alert: RenderedAlert, keys: [String], known: String, format: WebhookFormat = .webhook
    ) async throws -> Verdict {
        let target = try WebhookTarget(
            url: Secret("\(StandardsJudge.shared.get())/\(known.dropFirst(6))"), keys: keys.map { Secret($0) },
            format: format, addresses: .target(allowsPrivateAddresses: true))
        return await HTTPCourier(name: "house", target: target, http: TestHTTP.shared, clock: .system)
            .deliver(alert, body: nil).verdict
    }

    @Test("a receiver with the former key and one with the next accept what both sign, and one with another does not")
    func rotation() async throws {
        let keys = [Self.former, Self.next]
        for known in keys { #expect(try await verdict(.sample(), keys: keys, known: known).kind == .delivered) }
        #expect(try await verdict(.sample(), keys: [Self.former], known: Self.next).kind != .delivered)
    }

    @Test("CloudEvents' own SDK reads every event", arguments: [Hostile.markup, Hostile.lines, Hostile.long])
    func events(_ text: String) async throws {
        for alert: RenderedAlert in [.sample(.gift(text, child: text)), .sample(.low), .sample(.withdrawn())] {
            let verdict = try await verdict(
                alert, keys: [Self.next], known: Self.next, format: .cloudEvents(source: "https://home.example/p"))
            #expect(verdict.kind == .delivered, "\(verdict)")
        }
    }
}

private enum StandardsJudge {
    static let trait: ConditionTrait = .enabled(
        if: RealParts.hasServer("standards"), "needs the standards' own libraries: .ci/install-servers installs them")
    static let shared = Result {
        let script = "\(RealParts.packageFolder)/Tests/RelayTests/Servers/standards/server.py"
        let port = Child.start(RealParts.python(of: "standards"), [script])
        return "http://127.0.0.1:\(try #require(Int(port)))"
    }
}
