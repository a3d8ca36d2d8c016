import Glibc
import JSON
import TestSupport
import Testing

/// Submission servers with TLS, in Python: certificates of an authority of their own, and each line that a client says.
final class SecureServers: Sendable {
    static let isAvailable = ["python3", "openssl"].allSatisfy { program in
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
    static let why: Comment = "needs python3 and openssl for the servers it talks to: apt-get install python3 openssl"

    /// The PEM file of the authority.
    let authority: String
    private let process: ChildProcess
    private let ports: JSONNode

    init() async throws {
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        process = try ChildProcess("python3", ["-u", "/\(tests)/Servers/server.py"])
        try await process.waitForOutput("\n")
        let first = JSONNode(try JSONValue(parsing: String(process.output.prefix { $0 != "\n" })))
        authority = try first.required("ca").string()
        ports = try first.required("ports")
    }

    func port(_ name: String) throws -> Int { try ports.required(name).int() }

    /// What clients have said to this one, each line behind `CLEAR ` or `TLS `.
    func lines(of name: String) throws -> [String] {
        let lines: [Substring] = process.output.split(separator: "\n")
        return try lines.dropFirst().compactMap { line in
            let node = JSONNode(try JSONValue(parsing: String(line)))
            return try node.required("server").string() == name ? try node.required("line").string() : nil
        }
    }
}
