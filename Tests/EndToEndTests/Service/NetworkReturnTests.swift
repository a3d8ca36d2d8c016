import Glibc
import TestSupport
import TestWaiting
import Testing

/// In a network of the test's own, which takes root: nothing of this machine's is touched.
@Suite("The network's return", .enabled(if: isPossible, "needs root, unshare, nsenter and `ip` of iproute2"))
struct NetworkReturnTests {
    @Test("an address that comes is noticed, and everything is tried")
    func noticed() async throws {
        let home = try Installation(
            """
            accounts:
              - name: mum
                server: http://192.0.2.2
                email: mum@example.org
                password: env:MUM_PASSWORD
            """, environment: ["MUM_PASSWORD": "not-to-be-seen"])
        let program = try ChildProcess(
            "unshare",
            ["--net", Installation.program, "run", "--log-level", "debug", "--config", home.configuration],
            environment: home.environment)
        try await eventually("a try that fails") { program.errors.contains("scan failed") }
        #expect(!program.errors.contains(Self.sign))
        // Not every kernel has devices to make: one that is there gets an address that others could know.
        for order in ["link set lo up", "address add 192.0.2.1/32 dev lo scope global"] {
            try await Self.ip(order, in: program)
        }
        try await eventually("the sign that it was noticed") { program.errors.contains(Self.sign) }
        try await eventually("another try") {
            program.errors.components(after: Self.sign).contains("scan failed")
        }
        program.signal(SIGTERM)
        #expect(try await program.waitForExit() == 0)
        #expect(!(program.output + program.errors).contains("not-to-be-seen"))
    }

    private static let sign = "the network has changed"

    private static func ip(_ order: String, in program: ChildProcess) async throws {
        let words = ["--target", "\(program.id)", "--net", "ip"] + order.split(separator: " ").map(String.init)
        let process = try ChildProcess("nsenter", words)
        try #require(try await process.waitForExit() == 0, "\(process.errors)")
    }
}

private let isPossible: Bool = {
    let tools = ["/usr/bin/unshare", "/usr/bin/nsenter", "/usr/sbin/ip"]
    return geteuid() == 0 && tools.allSatisfy { tool in access(tool, X_OK) == 0 }
}()

extension String {
    /// What stands behind the first place of a text; empty if it is nowhere.
    fileprivate func components(after text: String) -> Substring {
        guard let place = firstRange(of: text) else { return "" }
        return self[place.upperBound...]
    }
}
