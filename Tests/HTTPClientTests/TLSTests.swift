import Glibc
import HTTPClient
import Testing
import Values

@Suite("TLS", .enabled(if: TestServer.isAvailable, TestServer.why), .timeLimit(.minutes(1)))
struct TLSTests {
    let server = TestServer.shared

    @Test(
        "certificates",
        arguments: [
            ("good", "localhost", true, nil), ("good", "127.0.0.1", true, nil),
            ("good", "localhost", false, TLSFailure.untrusted),
            ("wrong", "localhost", true, .wrongHost), ("expired", "localhost", true, .expired),
            ("self", "localhost", true, .selfSigned),
            ("plain", "localhost", true, .notTLS), ("old", "localhost", true, .handshake),
        ])
    func certificates(name: String, host: String, knowsCA: Bool, expected: TLSFailure?) async throws {
        let at = server.at
        let ports = [
            "good": at.good, "wrong": at.wrong, "expired": at.expired, "self": at.`self`, "plain": at.plain,
            "old": at.old,
        ]
        for only in [false, true] {
            var configuration = HTTPClientConfiguration()
            if knowsCA { configuration.tls.trust = only ? .only(file: at.ca) : .systemAnd(file: at.ca) }
            let request = try HTTPClientRequest(
                .get, server.url("/hello", scheme: "https", host: host, port: ports[name]))
            let error = try await failure(request, configuration)
            #expect(error?.kind == expected.map { .tls($0) }, "\(error?.description ?? "")")
        }
    }

    @Test("a server that hangs up during an upload ends the request, not the process", arguments: ["http", "https"])
    func hangUp(scheme: String) async throws {
        var configuration = HTTPClientConfiguration()
        configuration.tls.trust = .only(file: server.at.ca)
        try await withClient(configuration) { client in
            let port = scheme == "http" ? server.at.plain : server.at.good
            var request = try HTTPClientRequest(
                .post, server.url("/hang-up", scheme: scheme, host: "localhost", port: port))
            request.body = .bytes([UInt8](repeating: 7, count: 8 << 20), contentType: "application/octet-stream")
            for _ in 0..<5 { try await expectFailure(.connectionLost) { _ = try await client.send(request) } }
        }
    }

    @Test("a server that wants a client certificate", arguments: [true, false])
    func clientCertificate(hasOne: Bool) async throws {
        var configuration = HTTPClientConfiguration()
        configuration.tls.trust = .only(file: server.at.ca)
        if hasOne {
            let folder = server.at.folder
            configuration.tls.clientCertificate = .init(
                certificateFile: "\(folder)/good.pem", keyFile: "\(folder)/good.key")
        }
        let request = try HTTPClientRequest(
            .get, server.url("/hello", scheme: "https", host: "localhost", port: server.at.mutual))
        var error = try await failure(request, configuration)
        // With TLS 1.3 the refusal comes after the client's side of the handshake, as a failed read; where the request was
        // faster, the server resets the connection and the kernel may drop the alert.
        for _ in 0..<10 where !hasOne && error?.kind == .connectionLost {
            error = try await failure(request, configuration)
        }
        #expect(error?.kind == (hasOne ? nil : .tls(.clientCertificate)), "\(error?.description ?? "")")
    }

    @Test("a CA file that is replaced counts for the next connection", arguments: [true, false])
    func replacedCA(only: Bool) async throws {
        let folder = server.at.folder
        let file = "\(folder)/changing-\(only).pem"
        func trust(_ name: String) throws {
            // An inode of its own with the time of the old file, as a package manager leaves it.
            try #require(symlink("\(folder)/\(name)", "\(file).new") == 0 && rename("\(file).new", file) == 0)
        }
        var configuration = HTTPClientConfiguration()
        configuration.tls.trust = only ? .only(file: file) : .systemAnd(file: file)
        try await withClient(configuration) { client in
            // What may not be repeated gets a connection of its own.
            let request = try HTTPClientRequest(
                .post, server.url("/echo", scheme: "https", host: "localhost", port: server.at.good))
            for _ in 0..<2 {
                try trust("self.pem")
                for _ in 0..<2 { try await expectFailure(.tls(.untrusted)) { _ = try await client.send(request) } }
                try trust("ca.pem")
                for _ in 0..<2 { #expect(try await client.send(request).status == 200) }
            }
        }
        unlink(file)
    }

    @Test("a CA file that is missing")
    func missingCA() async throws {
        var configuration = HTTPClientConfiguration()
        configuration.tls.trust = .only(file: "/nonexistent.pem")
        let request = try HTTPClientRequest(
            .get, server.url("/hello", scheme: "https", host: "localhost", port: server.at.good))
        let outcome = try await failure(request, configuration)
        #expect(outcome?.kind == .tls(.badFile))
    }
}
