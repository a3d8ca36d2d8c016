import HTTPClient
import JSON
import TestSupport
import Testing

/// What the family does with another program of the same server: one person who is signed in.
struct OtherApp: Sendable {
    private let address: String
    private let token: String

    static let parent = "parent@example.com"
    /// Alice's own login.
    static let alice = "child1@example.com"

    init(_ email: String = parent, at address: String) async throws {
        self.address = address
        let login: JSONValue = ["email": .string(email), "password": "password123"]
        token = try await Self.send(.post, "\(address)/api/v1/auth/login", login, nil).text("token") ?? ""
    }

    /// A chore of Alice's; its id.
    func addChore(_ title: String, reward: String = "2.50", child: String = ReferenceHub.alice) async throws -> String {
        let body: JSONValue = [
            "childId": .string(child), "title": .string(title), "rewardAmount": try JSONValue(parsing: reward),
            "isRecurring": false,
        ]
        return try #require(try await send(.post, "/tasks", body).text("id"))
    }

    /// Says that a chore is done, with a picture as it is; the id of what was done.
    func complete(_ chore: String, photo: [UInt8]) async throws -> String {
        let boundary = "----other-app"
        let head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"IMG_1.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n"
        var request = HTTPClientRequest(.post, try HTTPURL("\(address)/api/v1/tasks/\(chore)/complete"))
        request.body = .bytes(
            Array(head.utf8) + photo + Array("\r\n--\(boundary)--\r\n".utf8),
            contentType: "multipart/form-data; boundary=\(boundary)")
        return try #require(try await Self.send(request, token).text("id"))
    }

    /// What is at a path behind `/api/v1`.
    func get(_ path: String) async throws -> [JSONValue] {
        guard case .array(let rows) = try await Self.send(.get, "\(address)/api/v1\(path)", nil, token) else {
            return []
        }
        return rows
    }

    /// Any other request behind `/api/v1`.
    @discardableResult
    func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await Self.send(method, "\(address)/api/v1\(path)", body, token)
    }

    private static func send(
        _ method: HTTPMethod, _ url: String, _ body: JSONValue?, _ token: String?
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(method, try HTTPURL(url))
        if let body { request.body = .bytes(Array(body.description.utf8), contentType: "application/json") }
        return try await send(request, token)
    }

    private static func send(_ request: HTTPClientRequest, _ token: String?) async throws -> JSONValue {
        var request = request
        if let token { try request.setHeader("Authorization", "Bearer \(token)") }
        let http = try HTTPClient()
        let response = try await http.send(request)
        await http.close(within: .seconds(1))
        #expect(200..<300 ~= response.status, "\(request.method): \(response.status)")
        return response.body.isEmpty ? nil : try JSONValue(parsing: response.body)
    }
}
