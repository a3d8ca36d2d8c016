import Glibc
import HTTPClient
import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Relay

/// A real Apprise API, where there is one: `POCKETBELL_APPRISE` is a checkout of github.com/caronc/apprise-api, and
/// `POCKETBELL_APPRISE_PYTHON` a Python that has its requirements.
///
///     python3 -m venv /tmp/apprise && /tmp/apprise/bin/pip install -r apprise-api/requirements.txt
///     POCKETBELL_APPRISE=$PWD/apprise-api POCKETBELL_APPRISE_PYTHON=/tmp/apprise/bin/python ONLY=Relay .ci/swift-test
@Suite("Apprise, against a real server", AppriseServer.trait, Receiver.trait, .timeLimit(.minutes(2)))
struct AppriseServerTests {
    private let receiver = Receiver.shared

    private func verdict(
        _ key: String, _ alert: RenderedAlert = .sample(), tag: String? = nil
    ) async throws -> Verdict {
        let target = try AppriseTarget(
            server: AppriseServer.shared.get().address, key: Secret(key), tag: tag,
            addresses: .target(allowsPrivateAddresses: true))
        return await HTTPCourier(name: "all", target: target, http: TestHTTP.shared, clock: .system)
            .deliver(alert, body: nil).verdict
    }

    @Test(
        "what people typed reaches the service behind it as it left here",
        arguments: [
            Hostile.pings, Hostile.markup, Hostile.lines, Hostile.long,
        ])
    func messages(_ text: String) async throws {
        let server = try AppriseServer.shared.get()
        let key = "all-\(text.utf8.count)"
        try await receiver.script(key, ["status": 200])
        try await server.configure(key, "json://127.0.0.1:\(receiver.port)/hook/\(key)")
        let alert = RenderedAlert.sample(
            .gift(text, child: text), template: Template("{description}"),
            style: AlertStyle(title: "{child}", urgency: .high))
        #expect(try await verdict(key, alert) == .delivered("Apprise took it"))
        let sent = try AppriseTarget(
            server: server.address, key: Secret(key), tag: nil, addresses: .target(allowsPrivateAddresses: true)
        ).json(alert)
        let seen = try await receiver.seen(key).map(\.json)
        #expect(seen.count == 1 && seen[0]?["type"] == "warning")
        #expect(seen[0]?["message"]?.string == sent["body"]?.string)
        #expect(seen[0]?["title"]?.string == sent["title"]?.string)
    }

    @Test("what it says of a key that nobody has, and of a service that fails, is understood")
    func refusals() async throws {
        let server = try AppriseServer.shared.get()
        #expect(try await verdict("nobody").short == "dead gone")
        try await receiver.script("apprise-bad", ["status": 500])
        try await server.configure("bad", "json://127.0.0.1:\(receiver.port)/hook/apprise-bad")
        #expect(try await verdict("bad").short == "doubt server-error")
        #expect(try await verdict("bad", tag: "nobody").short == "doubt server-error")
    }
}

/// Started once for the whole run; it ends when the test process does.
struct AppriseServer: Sendable {
    static let trait: ConditionTrait = .enabled(
        if: folder != nil, "needs a real Apprise API: POCKETBELL_APPRISE=a checkout of github.com/caronc/apprise-api")
    static let shared = Result { try AppriseServer() }

    let address: String

    private static var folder: String? { getenv("POCKETBELL_APPRISE").map { String(cString: $0) } }

    private init() throws {
        let python = getenv("POCKETBELL_APPRISE_PYTHON").map { String(cString: $0) } ?? "python3"
        let script = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let port = Child.start(python, ["/\(script)/Servers/apprise.py", try #require(Self.folder)])
        address = "http://127.0.0.1:\(try #require(Int(port)))"
    }

    /// Gives the key one service.
    func configure(_ key: String, _ service: String) async throws {
        var request = HTTPClientRequest(.post, try HTTPURL("\(address)/add/\(key)"))
        request.body = .bytes(JSONWriter.object { $0.set("urls", service) }, contentType: "application/json")
        try request.setHeader("Accept", "application/json")
        let sent = request
        #expect(try await TestHTTP.shared.send(sent).status == 200)
    }
}
