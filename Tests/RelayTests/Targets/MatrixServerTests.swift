import Glibc
import HTTPClient
import JSON
import Store
import TestSupport
import Testing
import TextFormats
import Values

@testable import Relay

/// A real Synapse, where `.ci/install-servers` has installed it.
@Suite("Matrix, against a real Synapse", Synapse.trait, .serialized, .timeLimit(.minutes(3)))
struct MatrixServerTests {
    private func target(room: String? = nil, token: String? = nil) throws -> HTTPCourier {
        let server = try Synapse.shared.get()
        let target = try MatrixTarget(
            server: server.address, room: room ?? server.room, token: Secret(token ?? server.bell),
            addresses: .target(allowsPrivateAddresses: true))
        return HTTPCourier(name: "room", target: target, http: TestHTTP.shared, clock: .system)
    }

    private func sample(_ description: String, moment: Int64) -> RenderedAlert {
        var facts = AlertFacts.gift(description, child: description)
        facts.key += "|\(moment)"
        return .sample(
            facts, template: Template("{description}"),
            style: AlertStyle(title: "{child}", link: "https://f.example/?{description}"))
    }

    @Test("a message arrives once however often it is sent, as it was typed, and names nobody")
    func messages() async throws {
        let server = try Synapse.shared.get()
        for (number, text) in [Hostile.pings, Hostile.markup, Hostile.lines, Hostile.long].enumerated() {
            let alert = sample(text, moment: Int64(number))
            let courier = try target()
            for _ in 1...2 { #expect(await courier.deliver(alert, body: nil).verdict == .delivered("Matrix took it")) }
            let seen = try await server.messages()
            #expect(seen.count == number + 1)
            let content = try #require(seen.first?["content"])
            // The server has its own order of members.
            let sent = try courier.target.json(alert)
            for key in ["msgtype", "body", "format", "formatted_body", "m.mentions"] {
                #expect(content[key] != nil && content[key] == sent[key], "\(key)")
            }
            #expect(content["m.mentions"] == [:])
        }
    }

    @Test("a change is known to the server as one, of the first event however often it is changed")
    func changes() async throws {
        let server = try Synapse.shared.get()
        let courier = try target()
        let message = try #require(await courier.deliver(sample("waiting", moment: 50), body: nil).message)
        let first = try #require(message.split(separator: " ").last.map(String.init))
        for number in 51...52 {
            var alert = sample("approved \(number)", moment: Int64(number))
            alert.message = message
            let met = await courier.deliver(alert, body: nil)
            #expect(met.verdict.kind == .delivered && met.message == message)
        }
        let shown = try await server.event(first)
        #expect(shown["event_id"]?.word == first)
        let latest = shown["unsigned"]?["m.relations"]?["m.replace"]
        #expect(latest?["content"]?["m.new_content"]?["body"]?.word?.contains(text: "approved 52") == true, "\(shown)")
    }

    @Test("what it says of a wrong token, of a foreign room and of too many messages is understood")
    func refusals() async throws {
        let server = try Synapse.shared.get()
        let alert = sample("x", moment: 100)
        let unknown = await (try target(token: "syt_nobody")).deliver(alert, body: nil).verdict
        #expect(unknown.short == "dead unauthorized" && unknown.detail.contains("sign in anew"))
        #expect(!unknown.detail.contains("syt_nobody"))
        let foreign = await (try target(room: server.foreign)).deliver(alert, body: nil).verdict
        #expect(foreign.short == "dead unauthorized" && foreign.detail.contains("have it join"))
        let nowhere = await (try target(room: "!nowhere:house.test")).deliver(alert, body: nil).verdict
        #expect(nowhere.short == "dead unauthorized")
        // By default a user may send ten at a time.
        var verdict = Verdict.delivered("")
        for number in 101...120 where verdict.kind == .delivered {
            verdict = await (try target()).deliver(sample("x", moment: Int64(number)), body: nil).verdict
        }
        guard case .retry(let wait?) = verdict.kind else {
            Issue.record("it took all of them: \(verdict)")
            return
        }
        #expect(verdict.reason == .rateLimited && wait >= .seconds(1) && wait < .seconds(60))
    }
}

/// Started once for the whole run; it ends when the test process does.
struct Synapse: Sendable {
    static let trait: ConditionTrait = .enabled(
        if: RealParts.hasServer("synapse"), "needs a real Synapse: .ci/install-servers installs it")
    static let shared = Result { try Synapse() }

    let address: String
    let room: String
    let foreign: String
    let bell: String
    private let parent: String

    private init() throws {
        let script = "\(RealParts.packageFolder)/Tests/RelayTests/Servers/synapse/server.py"
        let line = try JSONValue(parsing: Child.start(RealParts.python(of: "synapse"), [script]))
        let words = try ["room", "foreign", "bell", "parent"].map { try #require(line[$0]?.string) }
        (room, foreign, bell, parent) = (words[0], words[1], words[2], words[3])
        address = "http://127.0.0.1:\(try #require(line["port"]?.whole))"
    }

    /// One event as the parent sees it, with what has become of it.
    func event(_ id: String) async throws -> JSONValue {
        let url =
            "\(address)/_matrix/client/v3/rooms/\(AlertLink.segment(room))/event/\(AlertLink.segment(id))"
        var request = HTTPClientRequest(.get, try HTTPURL(url))
        try request.setHeader("Authorization", prefix: "Bearer ", Secret(parent))
        return try JSONValue(parsing: try await TestHTTP.shared.send(request).body)
    }

    /// The room's messages as the parent sees them, the newest first.
    func messages() async throws -> [JSONValue] {
        let url = "\(address)/_matrix/client/v3/rooms/\(AlertLink.segment(room))/messages?dir=b&limit=100"
        var request = HTTPClientRequest(.get, try HTTPURL(url))
        try request.setHeader("Authorization", prefix: "Bearer ", Secret(parent))
        let answer = try JSONValue(parsing: try await TestHTTP.shared.send(request).body)
        guard case .array(let events) = answer["chunk"] else { return [] }
        return events.filter { $0["type"] == "m.room.message" }
    }
}
