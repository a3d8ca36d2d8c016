import HTTPClient
import JSON
import TestSupport

/// ASP.NET Core, in one process for all cases of a run.
struct GenuineServer: RealServer {
    private static let http = Result { try HTTPClient() }

    private static let process = Task { () async throws -> (ChildProcess, String) in
        let process = try ChildProcess(try RealParts.path(ReferenceHub.part), ["--port", "0"])
        ServerProcesses.endWithRun(process)
        try await process.waitForOutput("\n", within: .seconds(60))
        let words = process.output.split(whereSeparator: { $0.isNewline || $0 == " " })
        guard let address = words.first(where: { $0.hasPrefix("http") }) else {
            throw Absent(what: "the reference hub did not start")
        }
        return (process, String(address))
    }

    let origin: String

    init() async throws {
        guard (try? RealParts.path(ReferenceHub.part)) != nil else { throw Absent(what: RealParts.absence) }
        origin = try await Self.process.value.1
    }

    func hub(_ name: String) -> String { "\(origin)/hubs/\(name)" }

    func cutConnections() async throws { try await control("drop", ["how": "cut"]) }

    /// Spoils the next requests of a path.
    func spoil(_ fault: JSONValue) async throws { try await control("fault", fault) }

    func end() async {
        guard let request = try? HTTPClientRequest(.delete, HTTPURL("\(origin)/control/fault")) else { return }
        _ = try? await Self.http.get().send(request)
    }

    private func control(_ path: String, _ body: JSONValue) async throws {
        var request = HTTPClientRequest(.post, try HTTPURL("\(origin)/control/\(path)"))
        request.body = .bytes(Array(body.description.utf8), contentType: "application/json")
        _ = try await Self.http.get().send(request)
    }
}
