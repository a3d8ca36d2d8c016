import Foundation
import HTTPClient
import Testing

/// The Python server process, started once for the whole run; it ends when the test process does.
struct TestServer: Sendable {
    struct Addresses: Decodable, Sendable {
        let folder, ca, unix: String
        let plain, other, lone, good, wrong, expired, `self`, old, mutual, hole, closed, mute: Int
    }

    static let shared = TestServer()
    let at: Addresses
    private let input = Pipe()

    private init() {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-W", "ignore", script.appending(path: "Servers/server.py").path()]
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
            var line = Data()
            while line.last != 10, let byte = try output.fileHandleForReading.read(upToCount: 1) { line += byte }
            at = try JSONDecoder().decode(Addresses.self, from: line)
        } catch {
            fatalError("the test server does not start: \(error)")
        }
    }

    func url(_ path: String, scheme: String = "http", host: String = "127.0.0.1", port: Int? = nil) throws -> HTTPURL {
        try HTTPURL("\(scheme)://\(host):\(port ?? at.plain)\(path)")
    }
}

/// One client for the length of the closure.
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

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    func json<Value: Decodable>(_ type: Value.Type) throws -> Value { try JSONDecoder().decode(type, from: Data(body)) }
}

struct Echo: Decodable {
    let method, target, body: String
    let headers: [String: String]
    let size: Int
}

func get(_ path: String, port: Int? = nil, _ client: HTTPClient) async throws -> HTTPResponse {
    let url = try TestServer.shared.url(path, port: port)
    return try await client.send(HTTPRequest(.get, url))
}

/// A number the server counts under this name: bytes of a flood, aborted connections, connections to the lone port.
func counter(_ name: String, _ client: HTTPClient) async throws -> Int {
    try await get("/state", client).json([String: Int].self)[name, default: 0]
}

/// Expects `body` to throw an ``HTTPError`` of this kind.
func expectFailure(
    _ expected: HTTPError.Kind, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws {
    do {
        try await body()
        Issue.record("no error, expected \(expected)", sourceLocation: location)
    } catch let error as HTTPError {
        #expect(error.kind == expected, "\(error)", sourceLocation: location)
    }
}

/// The error of one request with a client of its own; `nil` if it got a response.
func failure(_ request: HTTPRequest, _ configuration: HTTPClientConfiguration = HTTPClientConfiguration())
    async throws
    -> HTTPError?
{
    try await withClient(configuration) { client in
        do throws(HTTPError) {
            _ = try await client.send(request)
            return nil
        } catch {
            return error
        }
    }
}
