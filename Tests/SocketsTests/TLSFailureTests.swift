import Testing

@testable import Sockets

@Suite("TLS failures")
struct TLSFailureTests {
    @Test(
        "names the reason behind OpenSSL's verification results",
        arguments: [
            (62, TLSFailure.wrongHost), (64, .wrongHost), (10, .expired), (9, .notYetValid), (18, .selfSigned),
            (19, .unknownAuthority), (20, .unknownAuthority), (21, .unknownAuthority), (23, .badCertificate),
        ])
    func verification(_ code: Int, _ expected: TLSFailure) {
        #expect(TLSFailure(verification: code) == expected)
    }

    @Test("says each in a sentence about the host")
    func messages() {
        let messages = TLSFailure.allCases.map { $0.message(host: "example.test", detail: "DETAIL") }
        #expect(Set(messages).count == messages.count)
        for message in messages { #expect(message.contains("example.test") || message == "DETAIL") }
    }
}
