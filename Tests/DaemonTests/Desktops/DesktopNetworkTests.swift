import Configuration
import HTTPClient
import Relay
import Sockets
import Store
import TestWaiting
import Testing
import Values

import struct SocketTestSupport.Certificates

@testable import Daemon

@Suite("Desktops over a network", Certificates.trait, .timeLimit(.minutes(1)))
struct DesktopNetworkTests {
    private struct Welcomed: Error {}

    private func settings(_ identity: TLSIdentity) -> DesktopDoorSettings {
        DesktopDoorSettings(
            listen: ListenAddress(address: "127.0.0.1", port: 0), certificate: identity.certificateFile,
            key: identity.keyFile)
    }

    /// Connects, and says how that ended; `nil` if it was welcomed.
    private func outcome(
        _ fixture: DesktopFixture, _ token: Secret, trusting certificate: String?
    ) async throws -> (any Error)? {
        let port = try #require(await fixture.listener.endpoint?.port)
        let watcher = try WatcherAddress("https://localhost:\(port)")
        let link = try AgentLink(AgentAccess(watcher: watcher, certificate: certificate, token: token))
        var outcome: (any Error)?
        do {
            try await link.listen { _ in throw Welcomed() }
        } catch is Welcomed {} catch { outcome = error }
        await link.close()
        return outcome
    }

    @Test("an agent that has the watcher's own certificate is let in; a wrong token is refused there as well")
    func selfSigned() async throws {
        let certificates = try await Certificates()
        let identity = certificates.good
        try await DesktopFixture.with(network: settings(identity)) { fixture in
            let token = try await fixture.token().text
            #expect(try await outcome(fixture, token, trusting: certificates.authority) == nil)
            let refused = try await outcome(fixture, Secret("x"), trusting: certificates.authority)
            #expect((refused as? DaemonError)?.kind == .notPermitted)
        }
    }

    @Test("whose certificate nobody vouches for never sees a token")
    func untrusted() async throws {
        let certificates = try await Certificates()
        for (identity, authority, sentence, hint) in [
            (certificates.good, nil, "self-signed|not trusted", "--ca FILE"),
            (certificates.wrongHost, certificates.authority, "made out to another name", "--watcher https://NAME:PORT"),
            (certificates.expired, certificates.authority, "has expired", "renewed there"),
        ] {
            try await DesktopFixture.with(network: settings(identity)) { fixture in
                let token = try await fixture.token().text
                let error = try #require(try await outcome(fixture, token, trusting: authority) as? DaemonError)
                #expect(sentence.split(separator: "|").contains { error.message.contains($0) }, "\(error)")
                #expect(error.hint?.contains(hint) == true, "\(String(describing: error.hint))")
                #expect(!error.message.contains("tls_") && error.kind == .unavailable)
                #expect(fixture.relay.desktops.presences.isEmpty)
                #expect(try await fixture.store.read { try $0.tokens() }.first?.seenAt == nil)
            }
        }
    }

    @Test("a certificate file that is none is named, and what to name instead")
    func badFile() async throws {
        let certificates = try await Certificates()
        try await DesktopFixture.with(network: settings(certificates.good)) { fixture in
            let token = try await fixture.token().text
            let error = await #expect(throws: DaemonError.self) {
                if let error = try await outcome(fixture, token, trusting: "/nonexistent.pem") { throw error }
            }
            #expect(error?.message.contains("/nonexistent.pem") == true && error?.kind == .configuration)
            #expect(error?.hint?.contains("--ca FILE") == true)
        }
    }

    @Test("a renewed certificate is another place, so that a reload shows it")
    func renewed() async throws {
        let certificates = try await Certificates()
        let (one, other) = (settings(certificates.good), settings(certificates.wrongHost))
        #expect(DesktopListener.Place(one) == DesktopListener.Place(one))
        #expect(FileStamp(one.certificate) != nil && FileStamp(one.certificate) != FileStamp(other.certificate))
    }
}
