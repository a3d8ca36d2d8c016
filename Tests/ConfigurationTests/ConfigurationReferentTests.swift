import Configuration
import Relay
import Settings
import Terminal
import TestSupport
import Testing
import TextFormats

/// What a file names beside itself: certificates and secrets.
@Suite("What a configuration names")
struct ConfigurationReferentTests {
    private func mistakes(_ folder: TemporaryFolder, _ text: String) throws -> [String] {
        let file = try folder.write(text, to: "a.yaml")
        let configuration = try Configuration.load(path: file, environment: ["HOME": "/home/mum"])
        return configuration.referents.mistakes()?.all.map(\.message) ?? []
    }

    private func mistakes(ofCertificate text: String) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "ca.pem")
        return try mistakes(
            folder,
            "accounts:\n  - {name: mum, server: 'https://a.example', email: a@b, password: 'file:p', ca-file: ca.pem}\n"
        )
        .filter { $0.contains("ca.pem") }
    }

    @Test("a password is needed later, so one that is not there is a warning; counted are mistakes alone")
    func later() throws {
        let folder = try TemporaryFolder()
        let text = "accounts:\n  - {name: mum, server: 'https://a.example', email: a@b, password: 'file:p'}\n"
        let file = try folder.write(text, to: "a.yaml")
        let referents = try Configuration.load(path: file, environment: ["HOME": "/home/mum"]).referents
        #expect(referents.mistakes()?.all.map(\.severity) == [.warning] && referents.mistakes(.atStart) == nil)
        try folder.write(text + "nonsense: 1\ntargets: [{name: a, kind: slack, url: 'file:u'}]\n", to: "a.yaml")
        let error = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: file, environment: ["HOME": "/home/mum"], looksAround: true)
        }
        #expect(error?.sentence.hasSuffix("has 2 mistakes") == true)
        let shown = error?.rendered(by: DiagnosticRenderer(style: .plain)) ?? ""
        #expect(shown.contains("warning: 'password' can't be had") && shown.contains("error: 'url' can't be had"))
    }

    /// An ASN.1 sequence, which every certificate is.
    private let sequence = Base64Text.of([0x30, 0x03, 0x02, 0x01, 0x05])

    @Test("a certificate is one in PEM, also with other blocks, blanks and text around it")
    func certificates() throws {
        let block = "-----BEGIN CERTIFICATE-----\n\(sequence)\n-----END CERTIFICATE-----\n"
        let split = sequence.prefix(4) + "\r\n  " + sequence.dropFirst(4)
        for text in [
            block, "a comment\n" + block, block + block,
            "-----BEGIN TRUSTED CERTIFICATE-----\r\n\(split)\r\n-----END TRUSTED CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\nbroken!\n-----END CERTIFICATE-----\n" + block,
            "-----BEGIN PRIVATE KEY-----\n\(sequence)\n-----END PRIVATE KEY-----\n" + block,
        ] {
            #expect(try mistakes(ofCertificate: text) == [], "\(text)")
        }
    }

    @Test("a file without a certificate is told before anybody connects")
    func noCertificate() throws {
        let other = Base64Text.of([0x31, 0x00])
        for text in [
            "", "certificate", sequence, "-----BEGIN CERTIFICATE-----\n\(sequence)\n",
            "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nbroken!\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\n\(other)\n-----END CERTIFICATE-----\n",
            "-----BEGIN PRIVATE KEY-----\n\(sequence)\n-----END PRIVATE KEY-----\n",
            "-----END CERTIFICATE-----\n\(sequence)\n-----BEGIN CERTIFICATE-----\n",
        ] {
            let mistakes = try mistakes(ofCertificate: text)
            #expect(mistakes.count == 1 && mistakes[0].contains("ca.pem holds no certificate"), "\(text): \(mistakes)")
        }
    }

    @Test("a certificate file that is not there, or is none, is told with its path")
    func absent() throws {
        let folder = try TemporaryFolder()
        let account = "{name: mum, server: 'https://a.example', email: a@b, ca-file:"
        let gone = try mistakes(folder, "accounts:\n  - \(account) gone.pem}\n")
        #expect(gone.contains { $0.contains("there is no file \(folder.path)/gone.pem") })
        let device = try mistakes(folder, "accounts:\n  - \(account) /dev/null}\n")
        #expect(device.contains { $0.contains("/dev/null is a device") })
    }

    @Test("nothing outside of the file is looked at while it is read", arguments: ["file:/nonexistent", "env:NO_SUCH"])
    func later(_ secret: String) throws {
        let folder = try TemporaryFolder()
        let text = "targets:\n  - {name: chat, kind: slack, url: '\(secret)'}\n"
        #expect(try mistakes(folder, text).count == 1)
    }
}
