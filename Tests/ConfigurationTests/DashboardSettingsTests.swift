import Relay
import Settings
import Testing
import TextFormats

@testable import Configuration

@Suite("Where the page is")
struct DashboardSettingsTests {
    private func mistakes(_ lines: String) throws -> [String] {
        let text = lines.split(separator: "\n").map { "  \($0)\n" }.joined()
        let file = try TemporaryFile("targets: []\ndashboard:\n\(text)")
        do throws(ConfigurationErrors) {
            return try withExtendedLifetime(file) { () throws(ConfigurationErrors) in
                _ = try Configuration.load(path: file.path, environment: ["HOME": "/home/mum"])
                return []
            }
        } catch {
            guard case .mistakes(let found) = error.kind else { throw error }
            return found.all.map { "\($0.message); \($0.hint ?? "")" }
        }
    }

    @Test(
        "what would be read on the way, or does not belong together, is a mistake with its next step",
        arguments: [
            ("address: 0.0.0.0", "there is no certificate"), ("address: '::'", "there is no certificate"),
            ("address: localhost", "numeric address"),
            ("certificate: /tmp/none.pem", "belong together"), ("proxies: [127.0.0.1]", "where people find the page"),
            ("proxies: [nas.local]\npublic-url: https://b.example", "numeric address"),
            ("proxies: [127.0.0.1/8]\npublic-url: https://b.example", "numeric address"),
            ("public-url: http://b.example", "https://"), ("public-url: https://b.example/../x", "without . and .."),
            ("public-url: https://user@b.example/", "name a host"), ("public-url: https://b.example//x", "a path"),
            ("public-url: https://b.example/a?b", "a path"), ("public-url: https://b.example:99999", "name a host"),
            ("hosts: ['a:80']", "without a port"),
        ])
    func refused(lines: String, word: String) throws {
        let said = try mistakes(lines)
        #expect(said.contains { $0.contains(word) }, "\(said)")
    }

    @Test(
        "what is safe is right",
        arguments: [
            "address: 127.0.0.1", "address: '::1'\nport: 9000",
            "address: 0.0.0.0\nproxies: [192.168.1.2, 'fd00::2']\npublic-url: https://b.example/money/",
            "port: 9000\nproxies: [127.0.0.1]\npublic-url: https://b.example:8443/a/b-c",
        ])
    func right(lines: String) throws {
        #expect(try mistakes(lines) == [])
    }

    @Test("a public address is a host in lower case, and a prefix without its last slash")
    func address() throws {
        let address = try TextFormat<PublicAddress>.publicAddress.parse("https://Bell.Example:8443/money/")
        #expect(address.host == "bell.example:8443" && address.prefix == "/money" && address.name == "bell.example")
        #expect(
            address.description == "https://bell.example:8443/money" && address.origin == "https://bell.example:8443")
        #expect(try TextFormat<PublicAddress>.publicAddress.parse("https://b.example/").prefix == "")
    }
}
