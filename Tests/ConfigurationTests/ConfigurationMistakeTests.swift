import Configuration
import Glibc
import Terminal
import TestSupport
import Testing
import TextFormats

/// One small file for each mistake, beside the exact text that a person sees.
@Suite("Mistakes in a configuration file")
struct ConfigurationMistakeTests {
    @Test("each is told with its place, its line and what to do", arguments: Fixture.names)
    func mistake(name: String) throws {
        let fixture = try Fixture(name)
        let folder = try TemporaryFolder()
        let mode: mode_t = name.hasSuffix("-readable-by-others") ? 0o644 : 0o600
        let path = try folder.write(fixture.bytes, to: "pocketbell.yaml", mode: mode)
        let error = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: path, environment: ["HOME": "/home/mum"])
        }
        let text = try #require(error).rendered(by: DiagnosticRenderer(style: .plain))
        let shown = text.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
        try fixture.check(shown)
    }

    @Test("no message repeats a secret, whatever is wrong", arguments: Fixture.names)
    func secrets(name: String) throws {
        let expected = try Fixture(name).expected
        for secret in [
            "hunter2", "battery", "horse", "T0/B0/secret", "whsec_M", "whsec_c", "tk_A",
            "/1/secret", "secret-4711",
        ] {
            #expect(!expected.contains(secret))
        }
    }

    @Test("the error counts the mistakes in one sentence")
    func sentence() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Fixture("every-mistake").bytes, to: "a.yaml", mode: 0o600)
        let error = #expect(throws: ConfigurationErrors.self) { try Configuration.load(path: path, environment: [:]) }
        #expect(try #require(error).description == "\(path) has 19 mistakes")
    }
}
