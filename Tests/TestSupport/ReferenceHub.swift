import HTTPClient
package import JSON
import Runtime

/// The genuine server of `../shared/reference-hub`, running for one test.
package final class ReferenceHub: Sendable {
    package let address: String
    private let process: ChildProcess
    private let http: HTTPClient

    package static let part = "reference-hub/run"

    /// - Parameter options: such as `--Dialect=real`.
    package init(_ options: [String] = [], port: Int = 0) async throws {
        process = try ChildProcess(try RealParts.path(Self.part), ["--port", "\(port)"] + options)
        try await process.waitForOutput("ready on", within: .seconds(60))
        guard let line = process.output.split(separator: "\n").first(where: { $0.contains("ready on") }),
            let word = line.split(separator: " ").last
        else { preconditionFailure("the line is there") }
        address = String(word)
        http = try HTTPClient()
    }

    /// Orders something at `/control/...`, or asks there.
    @discardableResult
    package func control(_ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        var request = HTTPClientRequest(body == nil ? .get : .post, try HTTPURL("\(address)/control/\(path)"))
        if let body { request.body = .bytes(Array(body.description.utf8), contentType: "application/json") }
        let response = try await http.send(request)
        return response.body.isEmpty ? nil : try JSONValue(parsing: response.body)
    }

    /// Takes a transaction out of the books, as no request of the API can.
    package func remove(transaction id: String) async throws {
        _ = try await http.send(HTTPClientRequest(.delete, try HTTPURL("\(address)/control/transaction/\(id)")))
    }

    /// Sets the server's clock so far before or behind this machine's.
    package func setClock(offset seconds: Int) async throws {
        try await control("clock", ["offsetSeconds": .number(JSONNumberText(seconds))])
    }

    /// Ends every fault that was ordered.
    package func clearFaults() async throws {
        _ = try await http.send(HTTPClientRequest(.delete, try HTTPURL("\(address)/control/fault")))
    }

    /// Makes one transaction as a parent would; the answer of the server.
    @discardableResult
    package func createTransaction(
        child: String = ReferenceHub.alice, amount: String = "12.50", type: String = "Credit", description: String
    ) async throws -> JSONValue {
        try await FamilyParent(address: address, http: http).createTransaction(
            child: child, amount: amount, type: type, description: description)
    }

    /// Reads what is at a path, as a parent may.
    package func get(_ path: String) async throws -> JSONValue {
        try await FamilyParent(address: address, http: http).get(path)
    }

    /// Has something done at a path, as a parent may.
    @discardableResult
    package func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await FamilyParent(address: address, http: http).post(path, body)
    }

    package static let alice = "00000000-0000-4000-8000-000000000200"
    package static let bruno = "00000000-0000-4000-8000-000000000201"

    package func stop() async throws {
        process.signal(15)
        // It waits for connections that come while it goes, half a minute and more on a busy machine.
        do { try await process.waitForExit(within: .seconds(10)) } catch {
            process.signal(9)
            try await process.waitForExit()
        }
        await http.close(within: .seconds(1))
    }
}

extension ReferenceHub {
    /// Alice's wishes, as the server has them.
    package func wishes() async throws -> [JSONValue] {
        guard case .array(let rows) = try await get("/api/v1/wishlist/children/\(Self.alice)") else { return [] }
        return rows
    }

    /// Spoils the next requests of this method below a path.
    ///
    /// - Parameter more: what happens to them, by the names of `/control/fault`.
    package func spoil(_ method: String, _ path: String, _ more: [String: JSONValue], count: Int = 1) async throws {
        var members: [JSONObject.Member] = [
            .init("path", .string(path)), .init("method", .string(method)),
            .init("count", .number(JSONNumberText(count))),
        ]
        for (name, value) in more { members.append(.init(name, value)) }
        try await control("fault", .object(JSONObject(members)))
    }
}
