import HTTPClient
import JSON
import Observability
import Testing
import Values

@testable import AllowanceAPI

extension Live {
    /// What a session makes of answers that are spoilt on the way.
    @Suite struct Faults {
        @Test("each spoilt answer to a question has its kind")
        func questions() async throws {
            try await ReferenceHub.run(.real) { hub in
                let session = try await hub.parentSession()
                let page = "<!DOCTYPE html><html><body>Welcome to Hotel Wi-Fi</body></html>"
                let faults: [(fault: JSONValue, kind: AllowanceError.Kind)] = [
                    (["status": 500], .serverFailed),
                    (["status": 502, "body": .string(page)], .unavailable),
                    (["status": 200, "body": .string(page)], .notTheServer),
                    (["status": 200, "body": "{\"children\":"], .truncatedAnswer),
                    (["status": 200, "body": ""], .truncatedAnswer),
                    (
                        ["status": 200, "body": "[{\"id\":\"x\",\"firstName\":\"A\",\"currentBalance\":true}]"],
                        .unexpectedAnswer
                    ),
                    (
                        ["status": 200, "body": "[{\"id\":\"../y\",\"firstName\":\"A\",\"currentBalance\":1}]"],
                        .unexpectedAnswer
                    ),
                    (["truncateAt": 40, "count": 9], .connectionLost),
                    // More than once, since a question on a kept connection is asked again by itself.
                    (["cut": true, "count": 9], .connectionLost),
                    (["status": 302, "headers": ["Location": "https://evil.example/?token=1"]], .redirected),
                    (["status": 404, "body": .string(page)], .notTheServer),
                ]
                for (fault, kind) in faults {
                    try await hub.clearFaults()
                    try await hub.control("fault", with(fault, path: "/api/v1/children"))
                    let error = try await failure("\(fault)") { _ = try await session.children() }
                    #expect(error.kind == kind, "\(fault): \(error)")
                    #expect(!error.outcomeIsUnknown, "\(fault)")
                    #expect(!"\(error)".contains("Hotel") && !"\(error)".contains("token="), "\(error)")
                }
                try await hub.clearFaults()
                #expect(try await session.children().value.count == 2)
            }
        }

        @Test("a server is there if it refuses a stranger, and not if somebody else answers in its place")
        func reach() async throws {
            try await ReferenceHub.run(.real) { hub in
                let server = hub.session().server
                let http = try HTTPClient()
                let probe = ServerProbe(
                    server: server, http: http,
                    logger: Logger(component: "api", threshold: LogThreshold(.error), sink: CapturingSink()))
                try await probe.run()
                let page = "<html><body>Welcome to Hotel Wi-Fi</body></html>"
                let faults: [(fault: JSONValue, kind: AllowanceError.Kind?)] = [
                    (["status": 401, "headers": ["WWW-Authenticate": "Bearer"]], nil),
                    (["status": 403, "body": .string(#"{"error":{"code":"FORBIDDEN","message":"No"}}"#)], nil),
                    (["status": 401, "headers": ["WWW-Authenticate": "Basic realm=\"NAS\""]], .notTheServer),
                    (["status": 401, "headers": ["WWW-Authenticate": "Bearer"], "body": .string(page)], .notTheServer),
                    (["status": 200, "body": .string("[]")], .notTheServer),
                    (["status": 200, "body": .string(#"{"error":{"code":"X"}}"#)], .notTheServer),
                    (["status": 200], .notTheServer), (["status": 204], .notTheServer),
                    (["status": 403], .notTheServer),
                    (["status": 418], .notTheServer), (["status": 429], .notTheServer),
                    (["status": 500], .notTheServer),
                    (["status": 502, "body": .string(page)], .unavailable),
                    (["status": 200, "body": .string(page)], .notTheServer),
                    (["status": 404, "body": .string(page)], .notTheServer),
                    (["cut": true, "count": 9], .connectionLost),
                    (["status": 302, "headers": ["Location": "https://evil.example/"]], .redirected),
                    // An older server does not know the route of today.
                    (["status": 404], nil),
                ]
                for (fault, kind) in faults {
                    try await hub.clearFaults()
                    try await hub.control("fault", with(fault, path: "/api/v1/children"))
                    var met: AllowanceError.Kind?
                    do throws(AllowanceError) { try await probe.run() } catch { met = error.kind }
                    #expect(met == kind, "\(fault)")
                }
                await http.close()
            }
        }

        @Test("says how long the server asks to wait")
        func retryAfter() async throws {
            try await ReferenceHub.run(.real) { hub in
                let session = try await hub.parentSession()
                try await hub.control(
                    "fault", ["path": "/api/v1/children", "status": 429, "headers": ["Retry-After": "7"]])
                let error = try await failure { _ = try await session.children() }
                #expect(error.kind == .tooManyRequests && error.retryAfter == .seconds(7))
            }
        }

        @Test("a write whose answer is lost is neither done nor undone")
        func writes() async throws {
            try await ReferenceHub.run(.real) { hub in
                let session = try await hub.parentSession()
                let alice = try #require(try await session.children().value.first)
                let faults: [JSONValue] = [
                    ["afterHandling": true], ["cut": true], ["status": 500], ["truncateAt": 10],
                    ["status": 200, "body": "<html>"],
                ]
                for (number, fault) in faults.enumerated() {
                    try await hub.control("fault", with(fault, path: "/api/v1/transactions"))
                    let new = try NewTransaction(
                        child: alice.id, amount: #require(Decimal("1")), kind: .credit, description: "write \(number)")
                    let error = try await failure { _ = try await session.createTransaction(new) }
                    #expect(error.outcomeIsUnknown, "\(fault): \(error)")
                }
                let rows = try await session.transactions(of: alice.id, limit: 50).value.map(\.description)
                #expect(Set(rows.filter { $0.hasPrefix("write") }) == ["write 0", "write 3"])
            }
        }

        @Test("a redirect is not followed, above all not by a write")
        func redirects() async throws {
            try await ReferenceHub.run(.real) { hub in
                let session = try await hub.parentSession()
                let alice = try #require(try await session.children().value.first)
                try await hub.control(
                    "fault",
                    [
                        "path": "/api/v1/transactions", "status": 307,
                        "headers": ["Location": .string(hub.server.text + "api/v1/transactions")],
                    ])
                let new = try NewTransaction(
                    child: alice.id, amount: #require(Decimal("1")), kind: .credit, description: "elsewhere")
                let error = try await failure { _ = try await session.createTransaction(new) }
                #expect(error.kind == .redirected && !error.outcomeIsUnknown)
                #expect(try await hub.requests("POST /api/v1/transactions") == 1)
            }
        }

        @Test(
            "a server that cuts its list into pages of a hundred is read to the end all the same, and asked in that way from then on"
        )
        func pages() async throws {
            try await ReferenceHub.run(.spec, ["--History=437"]) { hub in
                let session = try await hub.parentSession()
                let alice = try #require(try await session.children().value.first)
                try await hub.control(
                    "fault", ["path": .string("/api/v1/children/\(alice.id)/transactions"), "count": 2, "status": 404])
                let truth = try #require(try await hub.truth()[alice.id.rawValue])
                let reply = try await session.transactions(of: alice.id, limit: 5_000)
                #expect(reply.value.map(\.id.rawValue) == truth && reply.total == truth.count)
                let route = "GET /api/v1/transactions/children/\(alice.id)"
                // The one that was refused, and five pages that overlap.
                let questions = try await hub.requests(route)
                #expect(questions == 6)
                #expect(try await session.transactions(of: alice.id, limit: 320).value.count == 320)
                #expect(try await hub.requests(route) == questions + 4)
                #expect(try await session.transactions(of: alice.id, limit: 20).value.count == 20)
                #expect(try await hub.requests(route) == questions + 5)
            }
        }

        @Test("falls back to the older routes where the newer are unknown, and only there")
        func olderRoutes() async throws {
            try await ReferenceHub.run(.spec) { hub in
                let session = try await hub.parentSession()
                try await hub.control("fault", ["path": "/api/v1/children", "count": 2, "status": 404])
                let children = try await session.children().value
                #expect(children.map(\.firstName) == ["Alice", "Bruno"])
                let alice = try #require(children.first)
                #expect(try await session.transactions(of: alice.id, limit: 5).value.count == 5)
                #expect(try await hub.requests("GET /api/v1/families/current/children") == 1)
                #expect(try await hub.requests("GET /api/v1/transactions/children/\(alice.id)") == 1)
                // Remembered: the newer routes are asked no more.
                _ = try await session.children()
                #expect(try await hub.requests("GET /api/v1/families/current/children") == 2)
                // After an upgrade the older one is gone.
                try await hub.control("fault", ["path": "/api/v1/families/current/children", "status": 404])
                #expect(try await session.children().value.count == 2)
                #expect(try await hub.requests("GET /api/v1/children") == 2)

                let stranger = try #require(Child.ID(rawValue: "00000000-0000-4000-8000-00000000dead"))
                let before = try await hub.requests("GET /api/v1/children/\(stranger)/transactions")
                let error = try await failure { _ = try await session.transactions(of: stranger, limit: 5) }
                #expect(error.kind == .notFound)
                #expect(try await hub.requests("GET /api/v1/children/\(stranger)/transactions") == before)
            }
        }

        @Test("a server that is not there is unreachable, before and after its death")
        func unreachable() async throws {
            let session = try await ReferenceHub.run(.real, ["--History=2"]) { hub in
                hub.session(credentials: ReferenceHub.parentCredentials)
            }
            let error = try await failure { _ = try await session.children() }
            // The hub's own client is closed with it.
            #expect(error.kind == .cancelled)
            let http = try HTTPClient()
            let alone = AllowanceSession(
                server: session.server, http: http, credentials: FixedCredentials(ReferenceHub.parentCredentials),
                logger: Logger(component: "api", threshold: LogThreshold(.error), sink: CapturingSink()))
            let refused = try await failure { _ = try await alone.children() }
            #expect(refused.kind == .unreachable)
            await http.close()
        }

        private func with(_ fault: JSONValue, path: String) -> JSONValue {
            guard case .object(let object) = fault else { return fault }
            return .object(JSONObject(object.members + [JSONObject.Member("path", .string(path))]))
        }
    }
}
