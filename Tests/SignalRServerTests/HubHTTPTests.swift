import JSON
import SignalRProtocol
import Testing
import Values
import WebSockets

@testable import HTTPServer
@testable import SignalRServer

@Suite("Hub over HTTP")
struct HubHTTPTests {
    private func request(_ method: String, _ target: String, _ headers: HTTPHeaders = [:]) -> HTTPRequest {
        let parts = target.split(separator: "?", maxSplits: 1).map { String($0) }
        return HTTPRequest(
            method: method, target: target, path: parts[0], query: parts.count > 1 ? parts[1] : nil, headers: headers)
    }

    private func negotiated(_ response: HTTPResponse) throws -> NegotiatedConnection {
        guard case .bytes(let body) = response.body, case .connection(let connection) = try NegotiateReply(body.span)
        else { throw HubProtocolError(.missing("connection")) }
        return connection
    }

    @Test("negotiates in version 1 with a secret token, in version 0 without")
    func versions() async throws {
        let hubs = HubServer(["/hubs/Family/": Hub()])
        let one = try #require(await hubs.response(to: request("POST", "/hubs/family/negotiate?negotiateVersion=5")))
        #expect(one.status == .ok)
        let connection = try negotiated(one)
        #expect(connection.connectionID != connection.connectionToken)
        #expect(connection.connectionToken.utf8.count == 22)
        #expect(try connection.transport(of: [.webSockets]) == .webSockets)
        let zero = try #require(await hubs.response(to: request("POST", "/HUBS/family/negotiate")))
        #expect(try negotiated(zero).connectionID == negotiated(zero).connectionToken)
        let bad = try #require(await hubs.response(to: request("POST", "/hubs/family/negotiate?negotiateVersion=x")))
        #expect(throws: HubProtocolError.self) { try negotiated(bad) }
    }

    @Test("leaves other paths to others, and answers wrong methods")
    func routing() async throws {
        let hubs = HubServer(["/hub": Hub()])
        #expect(await hubs.response(to: request("GET", "/hub2"))?.status == nil)
        #expect(await hubs.response(to: request("POST", "/hub/other"))?.status == nil)
        #expect(await hubs.response(to: request("GET", "/hub/negotiate"))?.status == .methodNotAllowed)
        #expect(await hubs.response(to: request("GET", "/hub"))?.status == .badRequest)
        #expect(await hubs.response(to: request("PUT", "/hub?id=1"))?.status == .methodNotAllowed)
        #expect(await hubs.response(to: request("POST", "/hub"))?.status == .badRequest)
    }

    @Test("tells who may not come in: 401, 403, another origin")
    func authorization() async throws {
        let hub = Hub { credentials in
            switch credentials.token?.withText({ $0 }) {
            case "good": .allowed(user: "u")
            case "known": .forbidden
            default: .unauthorized
            }
        }
        for target in ["/hub/negotiate", "/hub"] {
            let upgrade: HTTPHeaders = ["Upgrade": "websocket", "Connection": "upgrade"]
            let method = target == "/hub" ? "GET" : "POST"
            func status(_ name: String, _ value: String, _ query: String = "") async -> HTTPStatus? {
                var headers = upgrade
                headers[name] = value
                return await HubServer(["/hub": hub]).response(to: request(method, target + query, headers))?.status
            }
            let welcome: HTTPStatus = target == "/hub" ? .switchingProtocols : .ok
            #expect(await status("Authorization", "Bearer good") == welcome)
            #expect(await status("Authorization", "bearer good") == welcome)
            #expect(await status("X", "y", "?access_token=good") == welcome)
            #expect(await status("Authorization", "Bearer known") == .forbidden)
            #expect(await status("Authorization", "Basic good") == .unauthorized)
            #expect(await status("X", "y") == .unauthorized)
            #expect(await status("Origin", "https://evil.example", "?access_token=good") == .forbidden)
        }
    }

    @Test("connects a negotiated id once, for the user who negotiated it", .timeLimit(.minutes(1)))
    func tokens() async throws {
        let hub = Hub { .allowed(user: $0.token?.withText { $0 }) }
        let hubs = HubServer(["/hub": hub])
        func negotiate(_ user: String) async throws -> NegotiatedConnection {
            let target = "/hub/negotiate?negotiateVersion=1&access_token=\(user)"
            return try negotiated(try #require(await hubs.response(to: request("POST", target))))
        }
        let connection = try await negotiate("mum")
        let stolen = try await negotiate("mum")
        try await withHub(hub) { port in
            let path = "/hub?access_token=mum&id=\(connection.connectionToken)"
            let client = try await RawHubClient.open(port: port, path: path)
            #expect(hub.peers.map(\.id) == [connection.connectionID])
            for (path, status) in [
                (path, 409), ("/hub?id=unknown", 404), ("/hub?access_token=thief&id=\(stolen.connectionToken)", 403),
            ] {
                let error = await #expect(throws: WebSocketError.self) {
                    try await RawHubClient(port: port, path: path)
                }
                if case .http(status, _) = error?.kind {} else { Issue.record("\(path): \(String(describing: error))") }
            }
            await client.close()
        }
    }

    @Test("the roles are those of the request that connects, not of the one that negotiated")
    func roles() async throws {
        let hub = Hub { credentials in
            .allowed(user: "mum", roles: credentials.bearerToken == "admin" ? ["admin"] : [])
        }
        let server = HubServer(["/hub": hub])
        for (token, roles) in [("plain", []), ("admin", ["admin"] as Set)] {
            let connection = try await server.negotiate("&access_token=admin")
            _ = await server.response(
                to: hubRequest("GET", "/hub?id=\(connection.connectionToken)&access_token=\(token)"))
            #expect(hub.clients.connection(connection.connectionToken)?.roles == roles)
        }
    }
}
