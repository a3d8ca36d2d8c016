import HTTPClient
import JSON
import TestWaiting
import Testing

/// One client for the length of the closure.
@discardableResult
func withClient<Value>(
    _ configuration: HTTPClientConfiguration = HTTPClientConfiguration(), _ body: (HTTPClient) async throws -> Value
) async throws -> Value {
    let client = try HTTPClient(configuration)
    do {
        let value = try await body(client)
        await client.close()
        return value
    } catch {
        await client.close()
        throw error
    }
}

extension HTTPClientResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
    var echo: Echo { get throws { try Echo(JSONNode(JSONValue(parsing: body))) } }
}

/// What the server saw of a request to /echo.
struct Echo {
    let method, target, body: String
    let headers: [String: String]
    let size: Int

    init(_ node: JSONNode) throws {
        method = try node.required("method").string()
        target = try node.required("target").string()
        body = try node.required("body").string()
        headers = Dictionary(
            uniqueKeysWithValues: try node.required("headers").members().map { ($0.name, try $0.node.string()) })
        size = try node.required("size").int()
    }
}

func get(_ path: String, port: Int? = nil, _ client: HTTPClient) async throws -> HTTPClientResponse {
    let url = try TestServer.shared.url(path, port: port)
    return try await client.send(HTTPClientRequest(.get, url))
}

/// A number the server counts under this name: bytes of a flood, aborted connections, connections to the lone port.
func counter(_ name: String, _ client: HTTPClient) async throws -> Int {
    let state = JSONNode(try JSONValue(parsing: try await get("/state", client).body))
    return try state.optional(name)?.int() ?? 0
}

/// Returns when the server has counted more than `before` under this name.
func waitForCount(_ name: String, above before: Int = 0) async throws {
    try await withClient { client in
        try await eventually("more than \(before) of \(name)") { try await counter(name, client) > before }
    }
}

/// Expects `body` to throw an ``HTTPError`` of this kind.
@discardableResult
func expectFailure(
    _ expected: HTTPError.Kind, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> HTTPError? {
    do {
        try await body()
        Issue.record("no error, expected \(expected)", sourceLocation: location)
        return nil
    } catch let error as HTTPError {
        #expect(error.kind == expected, "\(error)", sourceLocation: location)
        return error
    }
}

/// The error of one request with a client of its own; `nil` if it got a response.
func failure(
    _ request: HTTPClientRequest, _ configuration: HTTPClientConfiguration = HTTPClientConfiguration()
) async throws -> HTTPError? {
    try await withClient(configuration) { client in
        do throws(HTTPError) {
            _ = try await client.send(request)
            return nil
        } catch {
            return error
        }
    }
}
