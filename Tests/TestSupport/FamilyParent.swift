package import HTTPClient
package import JSON

/// A parent with a family server, the genuine one or the simulated one.
package struct FamilyParent: Sendable {
    private let address: String
    private let http: HTTPClient

    package init(address: String, http: HTTPClient) {
        self.address = address
        self.http = http
    }

    /// Signs in and makes one transaction; the answer of the server.
    @discardableResult
    package func createTransaction(
        child: String = ReferenceHub.alice, amount: String = "12.50", type: String = "Credit", description: String
    ) async throws -> JSONValue {
        let token = try await token()
        let amountFragment = try JSONValue(parsing: amount)
        return try await post(
            "/api/v1/transactions",
            [
                "childId": .string(child), "amount": amountFragment, "type": .string(type), "category": "Gift",
                "description": .string(description),
            ], token: token)
    }

    /// Signs in and reads what is at a path.
    package func get(_ path: String) async throws -> JSONValue {
        var request = HTTPClientRequest(.get, try HTTPURL(address + path))
        try request.setHeader("Authorization", "Bearer \(try await token())")
        return try JSONValue(parsing: try await http.send(request).body)
    }

    /// Signs in and has something done at a path.
    @discardableResult
    package func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await post(path, body, token: try await token())
    }

    private func token() async throws -> String {
        let login: JSONValue = ["email": "parent@example.com", "password": "password123"]
        let session = try await post("/api/v1/auth/login", login, token: nil)
        guard case .string(let token)? = session["token"] ?? session["data"]?["token"] else {
            preconditionFailure("the server signs its parent in: \(session)")
        }
        return token
    }

    private func post(_ path: String, _ body: JSONValue, token: String?) async throws -> JSONValue {
        var request = HTTPClientRequest(.post, try HTTPURL(address + path))
        request.body = .bytes(Array(body.description.utf8), contentType: "application/json")
        if let token { try request.setHeader("Authorization", "Bearer \(token)") }
        let response = try await http.send(request)
        return response.body.isEmpty ? nil : try JSONValue(parsing: response.body)
    }
}
