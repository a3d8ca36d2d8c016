import HTTPClient
import TestSupport
import Testing

/// The simulated family server as a program of its own: `pocketbell demo --serve`.
///
/// parent@example.com sees two children; child1@example.com and child2@example.com see themselves.
final class DemoServer: Sendable {
    static let password = "password123"

    let address: String
    /// Who may make transactions.
    let parent: FamilyParent
    private let http: HTTPClient
    private let process: ChildProcess

    init(port: Int = 0) async throws {
        process = try ChildProcess(Installation.program, ["demo", "--serve", "--port", "\(port)"])
        try await process.waitForOutput("/hubs/conformance")
        let words = process.output.split(whereSeparator: \.isWhitespace)
        address = try #require(words.first { $0.hasPrefix("http://") }.map { $0.prefix { $0 != ";" } }.map(String.init))
        http = try HTTPClient()
        parent = FamilyParent(address: address, http: http)
    }

    func stop() async throws {
        process.signal(15)
        try await process.waitForExit()
        await http.close(within: .seconds(1))
    }
}
