import Configuration
import Settings
import TestSupport
import Testing
import Values

@Suite("What a configuration says about monitoring")
struct ConfigurationMonitoringTests {
    private func load(_ text: String) throws -> Configuration {
        let file = try TemporaryFile(text)
        return try withExtendedLifetime(file) {
            try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"])
        }
    }

    private func metrics(_ text: String) throws -> MetricsSettings? { try load("metrics: \(text)\n").metrics }

    @Test("left out, nothing listens and nothing is asked; an empty section is the defaults")
    func defaults() throws {
        let none = try load("rules: []\n")
        #expect(none.metrics == nil && none.heartbeat == nil)
        let metrics = try metrics("{}")
        #expect(metrics?.listen.description == "127.0.0.1:9464" && metrics?.hosts == [])
        #expect(try load("heartbeat: {url: 'env:BEAT'}\n").heartbeat?.every == .seconds(300))
    }

    @Test(
        "an address is numeric, with a port",
        arguments: [
            ("127.0.0.1:1", "127.0.0.1"), ("0.0.0.0:65535", "0.0.0.0"), ("[::1]:9464", "::1"), ("[::]:80", "::"),
            ("[2001:db8::7]:9464", "2001:db8::7"),
        ])
    func addresses(_ text: String, _ address: String) throws {
        let listen = try #require(try metrics("{listen: '\(text)'}")).listen
        #expect(listen.address == address && listen.description == text)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "localhost:9464", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:-1", "::1:9464",
            "[127.0.0.1]:80",
            "[::1]", "[::1]:", ":9464", "1.2.3:80", "1.2.3.4.5:80", "http://127.0.0.1:80", "unix:/run/x",
            "127.0.0.1:+80",
            "[::1%lo]:80", "[]:80",
        ])
    func noAddresses(_ text: String) throws {
        let error = #expect(throws: ConfigurationErrors.self) { try metrics("{listen: '\(text)'}") }
        try expectMistake(error)
    }

    /// Not just a file that could not be read.
    private func expectMistake(_ error: ConfigurationErrors?) throws {
        guard case .mistakes = try #require(error).kind else { throw try #require(error) }
    }

    @Test(
        "requests may ask for loopback names, the address and what is named",
        arguments: [
            ("127.0.0.1:80", "", ["localhost", "127.0.0.1", "[::1]"]),
            ("192.168.1.5:80", "", ["localhost", "127.0.0.1", "[::1]", "192.168.1.5"]),
            ("[2001:db8::7]:80", "NAS.lan", ["localhost", "127.0.0.1", "[::1]", "[2001:db8::7]", "nas.lan"]),
            ("0.0.0.0:80", "", ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"]),
            ("0.0.0.0:80", "nas", ["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "nas"]),
        ] as [(String, String, Set<String>)])
    func hosts(_ listen: String, _ hosts: String, _ allowed: Set<String>) throws {
        let metrics = try #require(try metrics("{listen: '\(listen)'\(hosts.isEmpty ? "" : ", hosts: [\(hosts)]")}"))
        #expect(metrics.allowedHosts == allowed)
    }

    @Test("a host is a name without port, path or blank", arguments: ["a:80", "a/b", "", "a b", "[::1]", "ä.example"])
    func noHosts(_ name: String) throws {
        let error = #expect(throws: ConfigurationErrors.self) { try metrics("{hosts: ['\(name)']}") }
        try expectMistake(error)
    }

    @Test(
        "a heartbeat comes every 30 seconds to once a day",
        arguments: [("30s", true), ("24h", true), ("29s", false), ("25h", false)])
    func often(_ every: String, _ isRight: Bool) {
        let heartbeat = Result { try load("heartbeat: {url: 'env:BEAT', every: \(every)}\n").heartbeat }
        #expect(((try? heartbeat.get()) != nil) == isRight)
    }
}
