import Glibc
import Runtime
import TestSupport

/// The server of the Python package aiosignalr, with the hub in `aiosignalr/hub.py`. `.ci/install-servers` installs it.
struct AiosignalrServer: RealServer {
    private static let python = RealParts.python(of: "aiosignalr")
    private static let script = "\(RealParts.packageFolder)/Tests/Conformance/Servers/aiosignalr/hub.py"

    private static let process = Task { () async throws -> (ChildProcess, [String]) in
        let process = try ChildProcess(python, [script])
        ServerProcesses.endWithRun(process)
        try await process.waitForOutput("\n", within: .seconds(60))
        let words = process.output.split(whereSeparator: { $0.isNewline || $0 == " " })
        return (process, words.filter { $0.hasPrefix("http") }.map { String($0) })
    }

    /// With stateful reconnect, and without.
    private let origins: [String]

    init() async throws {
        guard access(Self.python, X_OK) == 0 else {
            throw Absent(what: "aiosignalr is not installed: .ci/install-servers does it")
        }
        origins = try await Self.process.value.1
    }

    func hub(_ name: String) throws -> String {
        guard let index = ["conformance", "conformance-plain"].firstIndex(of: name), index < origins.count else {
            throw Disproof(description: "aiosignalr has no hub '\(name)'")
        }
        return "\(origins[index])/hubs/\(name)"
    }

    func cutConnections() async throws { throw Disproof(description: "its hub cuts connections by its method End") }

    func end() async {}
}
