import Glibc
import TestSupport
import TestWaiting
import Testing

/// In a network of the test's own, which takes root: nothing of this machine's is touched.
@Suite("The network's return")
struct NetworkReturnTests {
    @Test(
        "an address that comes is noticed, and what failed is tried",
        .enabled("needs the right to make networks, unshare, nsenter and `ip`") { await Self.isPossible() })
    func noticed() async throws {
        // Whoever waits for a sign-in is asked for again after a quarter of an hour: what comes before is the network's doing.
        let home = try Installation(
            "accounts:\n  - {name: mum, server: 'http://192.0.2.2', email: mum@example.org}\n")
        let program = try ChildProcess(
            "unshare",
            ["--net", Installation.program, "run", "--log-level", "debug", "--config", home.configuration],
            environment: home.environment)
        try await eventually("a scan that fails") { Self.scans(program) == 1 }
        // Not every kernel has devices to make: one that is there gets an address that others could know.
        for order in ["link set lo up", "address add 192.0.2.1/32 dev lo scope global"] {
            try await Self.ip(order, in: program)
        }
        try await eventually("another scan") { Self.scans(program) >= 2 }
        #expect(program.errors.contains("the network has changed"))
        program.signal(SIGTERM)
        #expect(try await program.waitForExit() == 0)
    }

    private static func scans(_ program: ChildProcess) -> Int {
        program.errors.split(separator: "\n").count { $0.contains("scan failed") }
    }

    private static func ip(_ order: String, in program: ChildProcess) async throws {
        let words = ["--target", "\(program.id)", "--net", "ip"] + order.split(separator: " ").map(String.init)
        let process = try ChildProcess("nsenter", words)
        try #require(try await process.waitForExit() == 0, "\(process.errors)")
    }

    /// Tried, for in a container root may not.
    private static func isPossible() async -> Bool {
        (try? await ChildProcess("unshare", ["--net", "ip", "link"]).waitForExit()) == 0
    }
}
