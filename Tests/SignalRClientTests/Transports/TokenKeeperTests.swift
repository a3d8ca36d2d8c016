import HTTPServer
import Runtime
import SignalRClient
import SignalRProtocol
import TestWaiting
import Testing

/// Case 111.
@Suite("Keeping a token fresh")
struct TokenKeeperTests {
    private func withKeeper(
        _ hub: PlainHTTPHub, at path: String = "",
        _ body: (HubConnection, Collected<HubError?>, Collected<Bool>) async throws -> Void
    ) async throws {
        let reports = Collected<HubError?>()
        let asked = Collected<Bool>()
        try await withPlainHub(hub) { url in
            try await withConnection(url + path) { options in
                options.accessToken = {
                    asked.add($0.lastWasRefused)
                    return AccessToken("own-\(asked.all.count)")
                }
                options.onTokenRefresh = { reports.add($0) }
            } _: { connection in
                try await connection.start()
                try await body(connection, reports, asked)
            }
        }
    }

    @Test("shows a fresh token, and uses from then on what the server gives", .timeLimit(.minutes(1)))
    func success() async throws {
        let hub = PlainHTTPHub([.longPolling], more: #","tokenLifetimeSeconds":2"#) { seen in
            guard seen.target.contains("/refresh") else { return nil }
            return .json(Array(#"{"tokenLifetimeSeconds":2,"accessToken":"given-for-\#(seen.token ?? "")"}"#.utf8))
        }
        try await withKeeper(hub) { connection, reports, _ in
            try await eventually("it was refreshed twice") { reports.all.count >= 2 }
            #expect(reports.all.allSatisfy { $0 == nil })
            let refreshes = hub.seen.filter { $0.target.contains("/refresh") }
            #expect(refreshes.first?.what == "POST /hub/refresh")
            #expect(refreshes.first?.id == "secret-1")
            #expect(refreshes.prefix(2).map(\.token) == ["Bearer own-2", "Bearer own-3"])
            try await connection.send("m", json: [])
            try await eventually("a message with the new token") {
                hub.seen.last { $0.body.contains(#""m""#) }?.token?.hasPrefix("Bearer given-for-Bearer own-") == true
            }
        }
    }

    @Test("uses the token that it showed where the server gives none", .timeLimit(.minutes(1)))
    func shown() async throws {
        let hub = PlainHTTPHub([.longPolling], more: #","tokenLifetimeSeconds":1"#) { seen in
            seen.target.contains("/refresh") ? .json(Array("{}".utf8)) : nil
        }
        try await withKeeper(hub) { connection, reports, _ in
            try await eventually("it was refreshed") { !reports.all.isEmpty }
            try await connection.send("m", json: [])
            try await eventually("a message with that token") {
                hub.seen.last { $0.body.contains(#""m""#) }?.token == "Bearer own-2"
            }
        }
    }

    static let errors: [(status: Int, name: String, kind: HubError.Kind)] = [
        (400, "missing_connection_token", .httpStatus), (400, "unsupported_negotiate_version", .httpStatus),
        (400, "windows_identity_not_supported", .httpStatus), (401, "invalid_token", .unauthorized),
        (403, "permission_change_rejected", .forbidden), (404, "refresh_disabled", .notAHub),
        (404, "connection_not_found", .notAHub), (405, "", .httpStatus), (503, "", .httpStatus),
    ]

    @Test(
        "goes on with the token it has when the server refuses, and tells why", .timeLimit(.minutes(1)),
        arguments: errors)
    func failure(_ status: Int, _ name: String, _ kind: HubError.Kind) async throws {
        let hub = PlainHTTPHub([.longPolling], more: #","tokenLifetimeSeconds":1"#) { seen in
            guard seen.target.contains("/refresh") else { return nil }
            return .json(
                Array((name.isEmpty ? "" : #"{"error":"\#(name)"}"#).utf8), status: HTTPStatus(rawValue: status))
        }
        try await withKeeper(hub) { connection, reports, asked in
            try await eventually("it failed") { !reports.all.isEmpty }
            guard let report = reports.all.first, let error = report else {
                Issue.record("it did not fail")
                return
            }
            #expect(error.kind == kind)
            #expect(error.status == status)
            #expect(error.message.contains(name))
            // Refused once, it is asked for another one, once.
            #expect(asked.all == (status == 401 ? [false, false, true] : [false, false]))
            try await connection.send("m", json: [])
            try await eventually("a message with the old token") {
                hub.seen.last { $0.body.contains(#""m""#) }?.token == "Bearer own-1"
            }
            #expect(connection.state.isConnected)
        }
    }

    @Test("asks the application's own server also after a redirection", .timeLimit(.minutes(1)))
    func redirection() async throws {
        let service = PlainHTTPHub([.longPolling], more: #","tokenLifetimeSeconds":1"#)
        let refreshes = Collected<String>()
        try await withServer { request in
            if request.path.hasPrefix("/service") { return await service.answer(request) }
            if request.path == "/app/refresh" {
                refreshes.add("\(request.target) \(request.headers["authorization"] ?? "")")
                return .json(Array(#"{"accessToken":"service-2"}"#.utf8))
            }
            let host = request.headers["host"] ?? ""
            return .json(Array(#"{"url":"http://\#(host)/service?x=1","accessToken":"service-1"}"#.utf8))
        } body: { origin in
            try await withConnection("\(origin)/app?y=2") { options in
                options.accessToken = { _ in AccessToken("own") }
            } _: { connection in
                try await connection.start()
                #expect(service.seen.allSatisfy { $0.token == "Bearer service-1" })
                try await eventually("it was refreshed") { !refreshes.all.isEmpty }
                #expect(refreshes.all == ["/app/refresh?y=2&id=secret-1 Bearer own"])
                try await eventually("the service's next token is shown") {
                    try? await connection.send("m", json: [])
                    return service.seen.last?.token == "Bearer service-2"
                }
            }
            service.says.finish()
        }
    }

    @Test("ends with the connection", .timeLimit(.minutes(1)))
    func end() async throws {
        let hub = PlainHTTPHub([.longPolling], more: #","tokenLifetimeSeconds":3"#) { seen in
            seen.target.contains("/refresh") ? .json(Array("{}".utf8)) : nil
        }
        try await withKeeper(hub) { connection, reports, _ in
            await connection.stop()
            // What must not come would be due within it.
            try await Task.sleep(for: .seconds(2))
            #expect(reports.all.isEmpty)
            #expect(!hub.seen.contains { $0.target.contains("/refresh") })
        }
    }
}
