import HTTPServer
import SocketTestSupport
import Sockets
import Testing
import Values

@testable import WebSockets

@Suite("Client: certificates of its own", Certificates.trait)
struct ClientCertificateTests {
    /// Runs a server that asks for certificates around `body`.
    static func withServer(
        _ certificates: Certificates, body: (EventLoop, WebSocketOptions) async throws -> Void
    ) async throws {
        try await ClientTLSTests.withTLSServer(
            certificates.good, clientAuthorities: certificates.authority, trusting: certificates.authority, body: body)
    }

    @Test("shows its certificate to a server that asks for one", .timeLimit(.minutes(1)))
    func shown() async throws {
        let certificates = try await Certificates()
        try await Self.withServer(certificates) { loop, options in
            var options = options
            options.identity = certificates.client
            let socket = try await WebSocketConnection.connect(loop, options)
            try await socket.send("known")
            #expect(try await socket.nextMessage()?.text == "known")
            await socket.close()
        }
    }

    @Test("is refused without a certificate, and with one of another authority", .timeLimit(.minutes(1)))
    func refused() async throws {
        let certificates = try await Certificates()
        try await Self.withServer(certificates) { loop, options in
            for identity in [nil, certificates.stranger] {
                var options = options
                options.identity = identity
                let error = await failure(loop, options)
                #expect(error?.kind == .socket(.tls(.clientCertificate)), "\(String(describing: error))")
                #expect(error?.isRetryable == false)
            }
        }
    }

    @Test("says which files of its own cannot be used, and never asks for a passphrase", .timeLimit(.minutes(1)))
    func files() async throws {
        let certificates = try await Certificates()
        try await Self.withServer(certificates) { loop, options in
            let mixed = TLSIdentity(
                certificateFile: certificates.client.certificateFile, keyFile: certificates.good.keyFile)
            let missing = TLSIdentity(certificateFile: "/nonexistent.pem", keyFile: certificates.client.keyFile)
            for identity in [mixed, missing, certificates.encrypted] {
                var options = options
                options.identity = identity
                let error = await failure(loop, options)
                #expect(error?.kind == .socket(.tls(.badFile)))
                #expect(error?.message.contains(identity.certificateFile) == true)
            }
        }
    }
}
